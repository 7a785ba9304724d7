package gofuzz

import (
	"fmt"
	"go/types"
	"math"

	"github.com/lockstep-simt/lockstep/internal/gofuzz/runner"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// Input is the arguments of one call: for each parameter its words, as package
// runner has them on its wire.
type Input [][]uint64

// Outcome is how a call ended: in words or in a panic.
type Outcome struct {
	Words []uint64 // the results, then the slice parameters as the call left them
	Texts []string // of errors, nil aside, in the order of the results
	Panic string   // "" if the call returned
}

// kindOf returns a basic type's kind.
func kindOf(t types.Type) types.BasicKind {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Kind()
	}
	return types.Invalid
}

// isError reports whether t is the type error.
func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// scan calls leaf for every scalar of a value of type t, in the order of the
// source, and length for every slice, which says how many elements it has.
func scan(t types.Type, leaf func(types.Type), length func() int) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" {
				scan(f.Type(), leaf, length)
			}
		}
	case *types.Array:
		for range u.Len() {
			scan(u.Elem(), leaf, length)
		}
	case *types.Slice:
		for range length() {
			scan(u.Elem(), leaf, length)
		}
	default:
		if part := complexPart(t); part != nil {
			leaf(part)
			leaf(part)
			return
		}
		leaf(t)
	}
}

// complexPart returns the type of the parts of a complex type, or nil.
func complexPart(t types.Type) types.Type {
	switch kindOf(t) {
	case types.Complex64:
		return types.Typ[types.Float32]
	case types.Complex128:
		return types.Typ[types.Float64]
	}
	return nil
}

// dtype returns the type of elements that a Go type becomes.
func dtype(t types.Type) program.Dtype {
	switch kindOf(t) {
	case types.Bool:
		return program.Bool
	case types.Int8, types.Int16, types.Int32:
		return program.I32
	case types.Int, types.Int64:
		return program.I64
	case types.Uint8, types.Uint16, types.Uint32:
		return program.U32
	case types.Uint, types.Uint64:
		return program.U64
	case types.Float32:
		return program.F32
	case types.Float64:
		return program.F64
	case types.String:
		return program.I64
	}
	if isError(t) {
		return program.I32
	}
	panic("no leaf for " + t.String())
}

// bits turns a word of the wire into an element's bits.
func bits(t types.Type, word uint64) uint64 {
	if dtype(t).Size() == 4 {
		return word & math.MaxUint32
	}
	return word
}

// leaves gives the leaves of a Go value as a program has them: fields in order,
// an array of structs as a struct of arrays, blank fields left out, a slice as
// the array of its capacity and, if its length varies, the length. It returns
// the words that follow.
func leaves(t types.Type, words []uint64, fixed bool) ([]interp.Value, []uint64) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var all []interp.Value
		for f := range u.Fields() {
			if f.Name() != "_" {
				var of []interp.Value
				of, words = leaves(f.Type(), words, fixed)
				all = append(all, of...)
			}
		}
		return all, words
	case *types.Array:
		return stack(u.Elem(), int(u.Len()), int(u.Len()), words)
	case *types.Slice:
		n, capacity := words[0], words[1]
		if capacity == runner.NilCapacity {
			capacity = 0
		}
		all, rest := stack(u.Elem(), int(n), int(capacity), words[2:])
		if !fixed {
			all = append(all, interp.Int64(int64(n)))
		}
		return all, rest
	}
	if part := complexPart(t); part != nil {
		re, _ := leaves(part, words, true)
		im, rest := leaves(part, words[1:], true)
		return append(re, im...), rest
	}
	return []interp.Value{{Type: program.Scalar(dtype(t)), Bits: []uint64{bits(t, words[0])}}}, words[1:]
}

// leafNames gives the names of the leaves of a variable.
func leafNames(t types.Type, name string) []string {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var all []string
		for f := range u.Fields() {
			if f.Name() != "_" {
				all = append(all, leafNames(f.Type(), name+"."+f.Name())...)
			}
		}
		return all
	case *types.Array:
		return leafNames(u.Elem(), name)
	case *types.Slice:
		return leafNames(u.Elem(), name)
	}
	if complexPart(t) != nil {
		return []string{name + ".re", name + ".im"}
	}
	return []string{name}
}

// stack gives the leaves of n elements that lie one after the other, padded
// with zeros to size elements.
func stack(elem types.Type, n, size int, words []uint64) ([]interp.Value, []uint64) {
	var zero []uint64
	scan(elem, func(types.Type) { zero = append(zero, 0) }, nil)
	all, _ := leaves(elem, zero, true)
	for k, l := range all {
		all[k] = interp.Value{Type: program.Array(l.Type.Dtype, append([]int{size}, l.Type.Shape...)...)}
	}
	for i := range size {
		from := zero
		if i < n {
			from = words
		}
		of, rest := leaves(elem, from, true)
		if i < n {
			words = rest
		}
		for k, l := range of {
			all[k].Bits = append(all[k].Bits, l.Bits...)
		}
	}
	return all, words
}

// formatInput writes an input as Go source: the arguments of a call.
func (c *checked) formatInput(in Input) string {
	text := ""
	for i, words := range in {
		if i > 0 {
			text += ", "
		}
		v := c.entry.Params().At(i)
		s, _ := formatValue(v.Type(), words)
		text += v.Name() + " = " + s
	}
	return text
}

func formatValue(t types.Type, words []uint64) (string, []uint64) {
	var elems []types.Type
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() != "_" {
				elems = append(elems, f.Type())
			}
		}
	case *types.Array:
		for range u.Len() {
			elems = append(elems, u.Elem())
		}
	case *types.Slice:
		for range words[0] {
			elems = append(elems, u.Elem())
		}
		words = words[2:]
	default:
		part := complexPart(t)
		if part == nil {
			return formatWord(t, words[0]), words[1:]
		}
		elems = []types.Type{part, part}
	}
	text := "{"
	for i, e := range elems {
		var s string
		s, words = formatValue(e, words)
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return text + "}", words
}

func formatWord(t types.Type, w uint64) string {
	switch k := kindOf(t); {
	case k == types.String:
		return fmt.Sprintf("%q", texts[w])
	case k == types.Bool:
		return fmt.Sprint(w != 0)
	case k == types.Float32:
		return fmt.Sprint(math.Float32frombits(uint32(w)))
	case k == types.Float64:
		return fmt.Sprint(math.Float64frombits(w))
	case k >= types.Uint && k <= types.Uint64:
		return fmt.Sprint(w)
	}
	return fmt.Sprint(int64(w))
}
