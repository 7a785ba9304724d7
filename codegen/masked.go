package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Instructions of AVX-512 take a mask, which costs nothing. Masked gives them what an
// instruction of its own would do with their result: a comparison is made in the lanes of a
// mask only, and a result replaces a value in the lanes of a mask. Then it is computed where
// it is needed first, so that masks do not wait for long: there are few registers for them.

// The forms that Masked makes, in front of an operation: "under.add.f64".
const (
	// Under: Dst = the operation on Args[2:] in the lanes of Args[0], and Args[1] in others.
	Under = "under"
	// Among: Dst = the lanes of Args[0] in which the comparison of Args[1] with Args[2] holds.
	Among = "among"
	// AmongNot: Dst = those in which it does not hold, NaN included.
	AmongNot = "amongnot"
	// Test, with a type behind: Dst = the lanes in which Args[0] and Args[1] have a bit in
	// common, and TestNot: those in which they have none.
	Test    = "test"
	TestNot = "testnot"
)

// Masked returns a function that does the same, with these forms, if the target has them, or with those of blends.go,
// if it has those.
func Masked(f *Func, t Target) *Func {
	if t.Has(Only + ".f64") {
		return blended(f)
	}
	if !hasMasks(t) {
		return f
	}
	n := len(f.Types)
	m := &masking{
		Target: t, Func: f, code: slices.Clone(f.Code), uses: f.Uses(), made: slices.Repeat([]int{-1}, n),
		changes: make([]bool, n), consts: map[Value]uint64{}, gone: make([]bool, len(f.Code)), last: make([]int, n),
	}
	for i, in := range f.Code {
		for _, a := range in.Args {
			m.last[a] = i
		}
		switch {
		case in.Op == Merge:
			m.changes[in.Dst] = true
		case in.Op == Const:
			m.consts[in.Dst] = in.Const
		case in.Dst != NoValue:
			m.made[in.Dst] = i
		}
	}
	for _, v := range append([]Value{f.Result, f.Fault}, f.Results...) {
		if v != NoValue {
			m.last[v] = len(f.Code)
		}
	}
	for m.at = range m.code {
		m.instruction(&m.code[m.at])
	}
	out := *f
	out.Code = m.code[:0]
	for i, in := range m.code {
		if !m.gone[i] {
			out.Code = append(out.Code, in)
		}
	}
	sinkMasks(&out)
	hoistJoins(&out)
	return &out
}

type masking struct {
	Target
	*Func
	code    []Instr
	uses    []int
	made    []int  // where each value is made, or -1
	changes []bool // values that merges change
	consts  map[Value]uint64
	gone    []bool // instructions that are a part of others now
	last    []int  // where each value is used last
	at      int    // the instruction that is looked at
}

// nearby is over how many instructions two values may be kept in registers in place of one.
const nearby = 8

// only returns the instruction that makes a value which is used once, if it computes the same
// here, and few registers are taken for longer by what it reads.
func (m *masking) only(v Value) (in *Instr, ok bool) {
	i := m.made[v]
	if i < 0 || m.uses[v] != 1 || m.changes[v] || !m.code[i].isPure() {
		return nil, false
	}
	longer := 0
	for _, a := range m.code[i].Args {
		if m.changes[a] {
			return nil, false
		}
		if m.last[a] == i && !m.isConst(a) {
			longer++
		}
	}
	if longer > 1 && m.at > i+nearby {
		return nil, false
	}
	return &m.code[i], true
}

func (m *masking) isConst(v Value) bool {
	_, ok := m.consts[v]
	return ok
}

// absorb makes an instruction of one that it is the only user of.
func (m *masking) absorb(in, of *Instr, op string, args ...Value) {
	m.gone[m.made[of.Dst]] = true
	for _, a := range of.Args {
		m.last[a] = max(m.last[a], m.at)
	}
	in.Op, in.Args = op, args
}

func (m *masking) instruction(in *Instr) {
	name, of, _ := strings.Cut(in.Op, ".")
	switch {
	case in.Op == "and.bool":
		for k, v := range in.Args {
			if c, ok := m.only(v); ok && m.Has(Among+"."+c.Op) {
				m.absorb(in, c, Among+"."+c.Op, in.Args[1-k], c.Args[0], c.Args[1])
				return
			}
		}
	case in.Op == "andnot.bool":
		// Without the lanes of this mask in which something holds is without those where it holds.
		if c, ok := m.only(in.Args[1]); ok && c.Op == "and.bool" && slices.Contains(c.Args, in.Args[0]) {
			m.uses[in.Args[0]]--
			m.absorb(in, c, in.Op, in.Args[0], c.Args[1-slices.Index(c.Args, in.Args[0])])
		}
		c, ok := m.only(in.Args[1])
		if !ok {
			return
		}
		if strings.HasPrefix(c.Op, Among+".") && c.Args[0] == in.Args[0] {
			op := strings.TrimPrefix(c.Op, Among+".")
			m.uses[in.Args[0]]--
			m.absorb(in, c, AmongNot+"."+op, in.Args[0], c.Args[1], c.Args[2])
		} else if m.Has(AmongNot + "." + c.Op) {
			m.absorb(in, c, AmongNot+"."+c.Op, in.Args[0], c.Args[0], c.Args[1])
		}
	case name == "select" && of != "bool":
		if m.last[in.Args[2]] != m.at {
			return // it would be copied
		}
		c, ok := m.only(in.Args[1])
		if ok && m.Has(Under+"."+c.Op) && m.Types[c.Dst].Bits() == m.Types[in.Dst].Bits() {
			m.absorb(in, c, Under+"."+c.Op, append([]Value{in.Args[0], in.Args[2]}, c.Args...)...)
		}
	case name == "ne" || name == "eq":
		m.test(in, name, of)
	}
}

// test makes a test of bits of a comparison with zero.
func (m *masking) test(in *Instr, name, of string) {
	t := optab.ParseType(of)
	if of == "bool" || !t.IsInt() {
		return
	}
	form := map[string]string{"ne": Test, "eq": TestNot}[name]
	for k, v := range in.Args {
		if c, ok := m.consts[v]; !ok || c != 0 {
			continue
		}
		if c, ok := m.only(in.Args[1-k]); ok && strings.HasPrefix(c.Op, "and.") && m.Types[c.Dst].Bits() == t.Bits() {
			m.absorb(in, c, form+"."+of, c.Args...)
			return
		}
	}
}
