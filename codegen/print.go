package codegen

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// String returns the code as text, one instruction a line, indented inside
// regions. Constants stand where they are used.
func (f *Func) String() string {
	var b strings.Builder
	consts := map[Value]string{}
	name := func(v Value) string {
		if c, ok := consts[v]; ok {
			return c
		}
		return fmt.Sprintf("v%d", v)
	}
	names := func(vs []Value) string {
		words := make([]string, len(vs))
		for i, v := range vs {
			words[i] = name(v)
		}
		return strings.Join(words, ", ")
	}
	fmt.Fprintf(&b, "%s(", f.Name)
	for i, v := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "v%d %s", v, f.Types[v])
	}
	b.WriteString(")\n")
	indent := "\t"
	for _, in := range f.Code {
		switch {
		case in.Op == Const:
			consts[in.Dst] = constText(f.Types[in.Dst], in.Const)
		case opens(in.Op):
			fmt.Fprintf(&b, "%s%s %s\n", indent, in.Op, names(in.Args))
			indent += "\t"
		case in.Op == End:
			indent = indent[1:]
			fmt.Fprintf(&b, "%send\n", indent)
		case in.Op == Do:
			fmt.Fprintf(&b, "%sdo\n", indent)
			indent += "\t"
		case closes(in.Op):
			indent = indent[1:]
			fmt.Fprintf(&b, "%s%s %s\n", indent, in.Op, names(in.Args))
		case in.Op == Lookup:
			fmt.Fprintf(&b, "%sv%d = lookup %s of %d\n", indent, in.Dst, names(in.Args), len(in.Table))
		default:
			fmt.Fprintf(&b, "%sv%d = %s %s\n", indent, in.Dst, in.Op, names(in.Args))
		}
	}
	fmt.Fprintf(&b, "\treturn %s", name(f.Result))
	if f.Fault != NoValue {
		fmt.Fprintf(&b, ", fault %s", name(f.Fault))
	}
	return b.String() + "\n"
}

// constText prints a constant in the type in which it was first used.
func constText(t optab.Type, c uint64) string {
	switch t {
	case optab.F64:
		return fmt.Sprint(asF64(c))
	case optab.F32:
		return fmt.Sprint(asF32(c))
	}
	if c > 1<<16 {
		return fmt.Sprintf("%#x", c)
	}
	return fmt.Sprint(c)
}
