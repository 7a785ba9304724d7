package codegen

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Masks of AVX2 are vectors, of ones or zeros in each element, and a choice looks at the highest bit of each. So some
// choices are arithmetic with the mask, and some need no comparison:
//
//	count.i64      for select.i64(c, x+1, x): x minus the mask, which is -1 where c holds
//	countdown.i64  for select.i64(c, x-1, x): x plus the mask
//	only.f64       for select.f64(c, x, 0): the bits that x and the mask have in common
//	except.f64     for select.f64(c, 0, x): those of x alone
//	highest.i64    for x&8 != 0, if choices alone ask it: x shifted so that the bit is the highest

// The forms that blended makes, in front of a type.
const (
	// Count: Dst = Args[1] plus 1 in the lanes of Args[0], and Countdown: minus 1.
	Count     = "count"
	Countdown = "countdown"
	// Only: Dst = Args[1] in the lanes of Args[0] and 0 in others, and Except: 0 in the lanes of Args[0].
	Only   = "only"
	Except = "except"
	// Highest: Dst = what chooses by bit 63-Const of Args[0], or bit 31-Const. Its other bits are anything.
	Highest = "highest"
)

// blending replaces choices.
type blending struct {
	*Func
	made   []int // where each value is made, or -1
	uses   []int
	merged []bool
}

// blended returns a function that does the same with such forms.
func blended(f *Func) *Func {
	out := *f
	out.Code = slices.Clone(f.Code)
	b := &blending{&out, slices.Repeat([]int{-1}, len(f.Types)), f.Uses(), f.merged()}
	for i, in := range out.Code {
		if in.Dst != NoValue {
			b.made[in.Dst] = i
		}
	}
	for i := range out.Code {
		b.choice(&out.Code[i])
	}
	chooses := b.choosers()
	for i := range out.Code {
		b.comparison(&out.Code[i], chooses)
	}
	return b.Func
}

// Steps returns by how much a value is more than another that it is made of, if that is 1 or -1.
func (f *Func) Steps(v, than Value) (by int, ok bool) {
	return stepOf(v, than, func(v Value) *Instr {
		if k := slices.IndexFunc(f.Code, func(in Instr) bool { return in.Dst == v }); k >= 0 {
			return &f.Code[k]
		}
		return &Instr{}
	})
}

// stepOf is Steps, given what makes a value.
func stepOf(v, than Value, made func(Value) *Instr) (by int, ok bool) {
	in := made(v)
	row, of, _ := strings.Cut(in.Op, ".")
	if row != "add" && row != "sub" {
		return 0, false
	}
	t := optab.ParseType(of)
	if !t.IsInt() {
		return 0, false
	}
	for i, v := range in.Args {
		other := made(in.Args[1-i])
		if v != than || other.Op != Const || row == "sub" && i == 1 {
			continue
		}
		c := other.Const
		if row == "sub" {
			c = -c
		}
		switch c & WidthMask(t) {
		case 1:
			return 1, true
		case WidthMask(t):
			return -1, true
		}
	}
	return 0, false
}

// maker is the instruction that makes a value, or an empty one for a parameter.
func (b *blending) maker(v Value) *Instr {
	if b.made[v] < 0 {
		return &Instr{}
	}
	return &b.Code[b.made[v]]
}

func (b *blending) constant(v Value) (bits uint64, ok bool) {
	return b.maker(v).Const, b.maker(v).Op == Const
}

// choice replaces a choice between a number and the next, or zero.
func (b *blending) choice(in *Instr) {
	row, of, _ := strings.Cut(in.Op, ".")
	if row != "select" || of == optab.Bool.String() {
		return
	}
	c, x, y := in.Args[0], in.Args[1], in.Args[2]
	step := func(v, than Value) int {
		if b.merged[than] || b.merged[v] {
			return 0
		}
		by, _ := stepOf(v, than, b.maker)
		return by
	}
	isZero := func(v Value) bool {
		bits, ok := b.constant(v)
		return ok && bits == 0
	}
	counts := map[int]string{1: Count, -1: Countdown}
	more, less := step(x, y), step(y, x)
	switch {
	case more != 0:
		b.replace(in, counts[more]+"."+of, c, y)
	case less != 0:
		b.replace(in, counts[-less]+"."+of, c, y)
	case isZero(y):
		b.replace(in, Only+"."+of, c, x)
	case isZero(x):
		b.replace(in, Except+"."+of, c, y)
	}
}

func (b *blending) replace(in *Instr, op string, args ...Value) {
	for _, a := range in.Args {
		b.uses[a]--
	}
	in.Op, in.Args = op, args
	for _, a := range args {
		b.uses[a]++
	}
}

// choosers are, of each value, the choices of numbers by it.
func (b *blending) choosers() map[Value][]*Instr {
	list := map[Value][]*Instr{}
	for i := range b.Code {
		in := &b.Code[i]
		row, of, _ := strings.Cut(in.Op, ".")
		if row == "select" && of != optab.Bool.String() {
			list[in.Args[0]] = append(list[in.Args[0]], in)
		}
	}
	return list
}

// comparison replaces the question whether a number has a bit, or is below zero, if choices of numbers as wide alone
// ask it.
func (b *blending) comparison(in *Instr, choosers map[Value][]*Instr) {
	row, of, _ := strings.Cut(in.Op, ".")
	if row != "eq" && row != "ne" && row != "lt" && row != "ge" || in.Dst == NoValue || b.merged[in.Dst] {
		return
	}
	t, choices := optab.ParseType(of), choosers[in.Dst]
	differs := func(c *Instr) bool {
		_, of, _ := strings.Cut(c.Op, ".")
		return optab.ParseType(of).Bits() != t.Bits()
	}
	x, y := in.Args[0], in.Args[1]
	with, ok := b.constant(y)
	if !ok && (row == "eq" || row == "ne") {
		x = y
		with, ok = b.constant(in.Args[0])
	}
	if !ok || !t.IsInt() || b.uses[in.Dst] != len(choices) || slices.ContainsFunc(choices, differs) {
		return
	}
	shift, holds := 0, row == "lt" || row == "ne"
	if row == "lt" || row == "ge" {
		if with != 0 || !t.IsSigned() {
			return
		}
	} else {
		var bit uint64
		if x, bit = b.bitOf(x, t); bit == 0 || with != 0 && with != bit {
			return
		}
		if with != 0 {
			holds = !holds
		}
		shift = t.Bits() - bits.Len64(bit)
	}
	b.replace(in, Highest+"."+of, x)
	in.Const = uint64(shift)
	if !holds {
		for _, c := range choices {
			c.Args = []Value{c.Args[0], c.Args[2], c.Args[1]}
		}
	}
}

// bitOf takes a value apart into another and the one bit of it that it may have, or 0 if it is made otherwise.
func (b *blending) bitOf(v Value, t optab.Type) (of Value, bit uint64) {
	in := b.maker(v)
	if in.Op != "and."+t.String() {
		return v, 0
	}
	for i, a := range in.Args {
		if c, ok := b.constant(in.Args[1-i]); ok && bits.OnesCount64(c) == 1 && !b.merged[a] {
			return a, c
		}
	}
	return v, 0
}

// blendForms adds the forms to a table of AVX2's.
func blendForms(m map[string]selectFunc, t optab.Type) {
	of := "." + t.String()
	masked := func(op string) selectFunc {
		return func(s *Selector, in Instr) {
			x := s.Of(in.Args[1])
			s.Set(in.Dst, s.op(op, s.maskFor(s.Of(in.Args[0]), s.Regs[x].Bytes), x))
		}
	}
	m[Except+of] = masked("VPANDN")
	m[Only+of] = func(s *Selector, in Instr) {
		x := s.Of(in.Args[1])
		s.Set(in.Dst, s.andMasks(s.maskFor(s.Of(in.Args[0]), s.Regs[x].Bytes), x))
	}
	if !t.IsInt() {
		return
	}
	q := intLetter(t)
	m[Countdown+of] = masked("VPADD" + q)
	m[Count+of] = func(s *Selector, in Instr) {
		x := s.Of(in.Args[1])
		s.Set(in.Dst, s.op("VPSUB"+q, x, s.maskFor(s.Of(in.Args[0]), s.Regs[x].Bytes)))
	}
	m[Highest+of] = func(s *Selector, in Instr) {
		if in.Const == 0 {
			s.Set(in.Dst, s.Of(in.Args[0]))
			return
		}
		s.Set(in.Dst, s.opImm("VPSLL"+q, int(in.Const), s.Of(in.Args[0])))
	}
}
