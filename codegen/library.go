package codegen

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// The mathematical functions as code, for those who inline them: their definition is Go
// source, and what translates it has no place in users' binaries. So the translation is
// a text, one function a paragraph. The first line has the name, the numbers of the
// result and of the mask of faults, and the types of the parameters; each other line an
// instruction: the number and the type of its result, its op, its arguments, and behind a
// colon its constants.
//
// They are as AVX-512 has them. Others lack Scale, whose definition is among the
// paragraphs, one for each type, and NEON the fused subtraction; see Builder.Inline.

//go:embed library_gen.txt
var libraryText string

// library has the paragraphs by name.
var library = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for paragraph := range strings.SplitSeq(libraryText, "\n\n") {
		name, _, _ := strings.Cut(paragraph, " ")
		m[name] = paragraph
	}
	return m
})

// Library returns the code of a mathematical function, such as "exp.f64", to be inlined
// by a Builder; nil if there is none of this name.
func Library(name string) *Func {
	text, ok := library()[name]
	if !ok {
		return nil
	}
	return decodeFunc(text)
}

// Encode returns the function as a paragraph of the library.
func (f *Func) Encode() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %d", f.Name, f.Result, f.Fault)
	for _, v := range f.Params {
		fmt.Fprintf(&b, " %s", f.Types[v])
	}
	b.WriteByte('\n')
	for _, in := range f.Code {
		typ := optab.Bool
		if in.Dst != NoValue {
			typ = f.Types[in.Dst]
		}
		fmt.Fprintf(&b, "%d %s %s", in.Dst, typ, in.Op)
		for _, a := range in.Args {
			fmt.Fprintf(&b, " %d", a)
		}
		if in.Op == Const {
			fmt.Fprintf(&b, " : %x", in.Const)
		}
		if in.Table != nil {
			b.WriteString(" :")
			for _, x := range in.Table {
				fmt.Fprintf(&b, " %x", x)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// decodeFunc reads what Encode wrote. The text is part of this package, so that nothing
// in it can be wrong.
func decodeFunc(text string) *Func {
	number := func(word string, base int) uint64 {
		n, err := strconv.ParseUint(word, base, 64)
		if err != nil {
			panic("bug: codegen: library: " + err.Error())
		}
		return n
	}
	value := func(word string) Value {
		if word == "-1" {
			return NoValue
		}
		return Value(number(word, 10))
	}
	typeOf := func(word string) optab.Type {
		for _, t := range optab.Types() {
			if t.String() == word {
				return t
			}
		}
		panic("bug: codegen: library: no type " + word)
	}
	f := &Func{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if f.Name == "" {
			f.Name, f.Result, f.Fault = words[0], value(words[1]), value(words[2])
			for _, w := range words[3:] {
				f.Params = append(f.Params, f.NewValue(typeOf(w)))
			}
			continue
		}
		in := Instr{Dst: value(words[0]), Op: words[2]}
		words, t := words[3:], typeOf(words[1])
		for len(words) > 0 && words[0] != ":" {
			in.Args, words = append(in.Args, value(words[0])), words[1:]
		}
		if len(words) > 0 && in.Op == Const {
			in.Const = number(words[1], 16)
		} else if len(words) > 0 {
			for _, w := range words[1:] {
				in.Table = append(in.Table, number(w, 16))
			}
		}
		if in.Dst != NoValue && int(in.Dst) >= len(f.Types) {
			f.Types = append(f.Types, make([]optab.Type, int(in.Dst)+1-len(f.Types))...)
		}
		if in.Dst != NoValue && in.Op != Merge {
			f.Types[in.Dst] = t
		}
		f.Code = append(f.Code, in)
	}
	return f
}
