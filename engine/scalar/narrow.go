package scalar

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays of numbers of 32 bits whose ranges say that 8 or 16 bits are enough have such elements: texts that are made,
// sieves and boards. There is a quarter to clear and to copy, and what comes from a column of bytes, or goes to one,
// is copied as it is.

// narrowArrays finds those of a function; held is what the elements of its variables are at any time, nothing for those
// that no instruction writes. Arrays that are copied to each other have elements of one size.
func (u *unit) narrowArrays(f *fn, held []span) {
	n := &narrower{groups: newGroups(len(f.vars)), u: u, f: f, held: held, wide: newSet(len(f.vars)),
		size: make([]int, len(f.vars))}
	for v := range f.vars {
		if x := &f.vars[v]; x.isArray() && (x.shared || x.typ != optab.U32 && x.typ != optab.I32) {
			n.wide.add(val(v))
		}
	}
	for _, v := range slices.Concat(f.params, f.results) {
		n.wide.add(v)
	}
	for _, blk := range f.blocks {
		for i := range blk.code {
			n.instruction(&blk.code[i])
		}
	}
	for v := range f.vars {
		if !f.vars[v].isArray() {
			continue
		}
		if size, signed := n.sizeOf(n.find(val(v))); size != 0 {
			f.vars[v].narrow, f.vars[v].signed = size, signed
		}
	}
}

// narrower groups arrays.
type narrower struct {
	groups
	u    *unit
	f    *fn
	held []span // by what stands for a group, as are the others
	wide set    // of those that stay as they are
	size []int  // that the columns have that groups are copied from or to
}

// widen lets the group of an array stay as it is.
func (n *narrower) widen(a arg) {
	if a.kind == variable && n.f.vars[a.v].isArray() {
		n.wide.add(n.find(a.v))
	}
}

// copied makes the groups of an array and of what it is copied from one.
func (n *narrower) copied(v val, a arg) {
	if a.kind != variable || n.f.vars[a.v].typ != n.f.vars[v].typ {
		n.widen(of(v))
		n.widen(a)
		return
	}
	x, y := n.find(v), n.find(a.v)
	if x == y {
		return
	}
	n.join(y, x)
	n.held[x] = n.held[x].union(n.held[y])
	if n.wide.has(y) || n.size[x] != 0 && n.size[y] != 0 && n.size[x] != n.size[y] {
		n.wide.add(x)
	}
	n.size[x] = max(n.size[x], n.size[y])
}

// column notes that an array is copied from or to a column.
func (n *narrower) column(v val, c *Column) {
	if !n.f.vars[v].isArray() {
		return
	}
	x := n.find(v)
	if c.Size > 2 || n.size[x] != 0 && n.size[x] != c.Size {
		n.wide.add(x)
	}
	n.size[x] = c.Size
}

func (n *narrower) instruction(in *ins) {
	switch in.kind {
	case load, store, index, insert:
	case fill:
		if v := n.find(in.out[0]); in.in[0].kind != literal && n.size[v] != 1 {
			n.wide.add(v)
		}
	case assign, part:
		n.copied(in.out[0], in.in[0])
	case insertPart:
		n.copied(in.out[0], in.in[1])
	case input:
		if c := &n.u.in[in.n]; !c.lent {
			n.column(in.out[0], c)
		}
	case output:
		n.column(in.in[0].v, &n.u.out[in.n])
	default:
		for _, a := range in.in {
			n.widen(a)
		}
		for _, v := range in.out {
			n.widen(of(v))
		}
	}
}

// sizeOf is how many bytes are enough for the elements of a group, and whether they have signs; 0 if it stays as it is.
func (n *narrower) sizeOf(group val) (size int, signed bool) {
	s := n.held[group]
	if n.wide.has(group) || s.empty() {
		return 0, false
	}
	signed = s.lo < 0
	switch {
	case s.lo >= 0 && s.hi <= math.MaxUint8, s.lo >= math.MinInt8 && s.hi <= math.MaxInt8:
		size = 1
	case s.lo >= 0 && s.hi <= math.MaxUint16, s.lo >= math.MinInt16 && s.hi <= math.MaxInt16:
		size = 2
	}
	if of := n.size[group]; of != 0 && size != 0 {
		if size > of {
			return 0, false
		}
		size = of
	}
	return size, signed
}

// loads is the instruction that loads an element of an array of 32-bit numbers.
func (v *info) loads() string {
	switch {
	case v.narrow == 1 && v.signed:
		return "MOVBLSX"
	case v.narrow == 1:
		return "MOVBLZX"
	case v.narrow == 2 && v.signed:
		return "MOVWLSX"
	case v.narrow == 2:
		return "MOVWLZX"
	}
	return "MOVL"
}
