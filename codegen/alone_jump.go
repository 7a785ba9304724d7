package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Code of lanes that are all the same may ask the first lane alone: a comparison of floats that a region or a loop asks
// for is one instruction with the jump, and no mask. The names of these forms are those of the others, with that of
// the comparison behind, whose operands they have.

// Unless is an If whose code runs if Args[0] holds in no lane.
const Unless = "unless"

// opens reports whether an instruction begins a region.
func opens(op string) bool {
	form, _, _ := strings.Cut(op, ".")
	return form == If || form == Unless
}

// closes reports whether an instruction ends a loop.
func closes(op string) bool {
	form, _, _ := strings.Cut(op, ".")
	return form == While
}

// asks splits the name of a form that asks for a comparison.
func asks(op string) (form, comparison string, ok bool) {
	form, comparison, ok = strings.Cut(op, ".")
	return form, comparison, ok && (form == If || form == Unless || form == While)
}

// jumps are the comparisons of floats with the jumps where they do not hold, and where they do. No number is less or
// more than NaN, and the flags are then as if it were less: so the larger one comes first.
var jumps = map[string]struct {
	swap     bool
	not, yes string
}{
	"gt": {not: "JLS", yes: "JHI"}, "ge": {not: "JCS", yes: "JCC"},
	"lt": {swap: true, not: "JLS", yes: "JHI"}, "le": {swap: true, not: "JCS", yes: "JCC"},
}

// ask makes an If or a While, which some code comes before, ask what it can by itself.
func (a *alone) ask(it *item, before []Instr) {
	mask, form := it.Args[0], it.Op
	for in := a.made[mask]; in != nil && in.Op == "not.bool"; in = a.made[mask] {
		if it.Op != If && it.Op != Unless {
			return
		}
		mask, form = in.Args[0], map[string]string{If: Unless, Unless: If}[form]
		it.Op, it.Args = form, []Value{mask}
	}
	in := a.made[mask]
	if in == nil || a.merged[mask] {
		return
	}
	row, of, _ := strings.Cut(in.Op, ".")
	if _, ok := jumps[row]; !ok || !optab.ParseType(of).IsFloat() ||
		slices.ContainsFunc(in.Args, func(v Value) bool { return a.merged[v] && !stays(v, mask, before) }) {
		return
	}
	it.Op, it.Args = form+"."+in.Op, slices.Clone(in.Args)
}

// stays reports whether a value that merges change is what it was where a mask was made, in the same region.
func stays(v, mask Value, before []Instr) bool {
	for _, in := range slices.Backward(before) {
		switch {
		case in.Dst == mask:
			return true
		case in.Dst == v || in.Op == Do || in.Op == End || opens(in.Op) || closes(in.Op):
			return false
		}
	}
	return false
}

// askRows adds the code of these forms for both instruction sets of x86. test compares a mask with that of no lanes.
func askRows(m map[string]selectFunc, test func(s *Selector, mask Reg)) {
	m[If] = func(s *Selector, in Instr) {
		test(s, s.Of(in.Args[0]))
		s.Jump("JEQ")
	}
	m[Unless] = func(s *Selector, in Instr) {
		test(s, s.Of(in.Args[0]))
		s.Jump("JNE")
	}
	m[While] = func(s *Selector, in Instr) {
		test(s, s.Of(in.Args[0]))
		s.Back("JNE")
	}
	for _, t := range []optab.Type{optab.F32, optab.F64} {
		for row, jump := range jumps {
			compare := func(s *Selector, in Instr) {
				x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
				if jump.swap {
					x, y = y, x
				}
				s.Put("VUCOMIS"+floatLetters(t)[1:], lower(y, 16), lower(x, 16))
			}
			op := "." + row + "." + t.String()
			m[If+op] = func(s *Selector, in Instr) {
				compare(s, in)
				s.Jump(jump.not)
			}
			m[Unless+op] = func(s *Selector, in Instr) {
				compare(s, in)
				s.Jump(jump.yes)
			}
			m[While+op] = func(s *Selector, in Instr) {
				compare(s, in)
				s.Back(jump.yes)
			}
		}
	}
}
