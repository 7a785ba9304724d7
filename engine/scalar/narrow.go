package scalar

import (
	"math"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays of numbers of 32 bits whose ranges say that 8 or 16 bits are enough have such elements: texts that are made,
// sieves and boards. There is a quarter to clear and to copy, and what comes from a column of bytes, or goes to one,
// is copied as it is. Arrays that are copied to each other have elements of one size, in all functions.

// narrower groups the arrays of all functions.
type narrower struct {
	groups // of variables of all functions, by number
	u      *unit
	first  map[*fn]val // the number of a function's first variable
	f      *fn         // whose instructions are looked at
	wide   set         // groups that stay as they are
	read   set         // groups whose elements are looked at
	size   []int       // that the columns have that groups are copied from or to
}

// newNarrower groups arrays.
func (u *unit) newNarrower() *narrower {
	n := &narrower{u: u, first: map[*fn]val{}}
	total := 0
	for _, f := range u.fns {
		n.first[f] = val(total)
		total += len(f.vars)
	}
	n.groups, n.size = newGroups(total), make([]int, total)
	n.wide, n.read = newSet(total), newSet(total)
	shared := map[int]val{}
	for _, f := range u.fns {
		n.f = f
		for v := range f.vars {
			x, g := &f.vars[v], n.first[f]+val(v)
			if x.typ != optab.U32 && x.typ != optab.I32 || !f.hasRanges() {
				n.wide.add(g)
			}
			if other, ok := shared[x.off]; x.shared && ok {
				n.alike(g, other)
			} else if x.shared {
				shared[x.off] = g
			}
		}
		for _, blk := range f.blocks {
			for k := range blk.code {
				n.instruction(&blk.code[k])
			}
		}
	}
	return n
}

// group is what stands for the group of a variable of a function.
func (n *narrower) group(f *fn, v val) val { return n.find(n.first[f] + v) }

// alike makes the groups of two arrays one.
func (n *narrower) alike(a, b val) {
	x, y := n.find(a), n.find(b)
	if x == y {
		return
	}
	n.join(y, x)
	if n.wide.has(y) || n.size[x] != 0 && n.size[y] != 0 && n.size[x] != n.size[y] {
		n.wide.add(x)
	}
	if n.read.has(y) {
		n.read.add(x)
	}
	n.size[x] = max(n.size[x], n.size[y])
}

// widen lets the group of an array stay as it is.
func (n *narrower) widen(a arg) {
	if a.kind == variable && n.f.vars[a.v].isArray() {
		n.wide.add(n.group(n.f, a.v))
	}
}

// copied makes the groups of an array of a function and of what it is copied from one.
func (n *narrower) copied(f *fn, v val, a arg) {
	if a.kind != variable || n.f.vars[a.v].typ != f.vars[v].typ {
		n.wide.add(n.group(f, v))
		n.widen(a)
		return
	}
	n.alike(n.first[f]+v, n.first[n.f]+a.v)
}

// column notes that an array is copied from or to a column.
func (n *narrower) column(v val, c *Column) {
	if !n.f.vars[v].isArray() {
		return
	}
	x := n.group(n.f, v)
	if c.Size > 2 || n.size[x] != 0 && n.size[x] != c.Size {
		n.wide.add(x)
	}
	n.size[x] = c.Size
}

func (n *narrower) instruction(in *ins) {
	switch in.kind {
	case store, insert:
	case load, index:
		if a := in.in[0]; a.kind == variable {
			n.read.add(n.group(n.f, a.v))
		}
	case fill:
		if v := n.group(n.f, in.out[0]); in.in[0].kind != literal && n.size[v] != 1 {
			n.wide.add(v)
		}
	case assign, part:
		n.copied(n.f, in.out[0], in.in[0])
	case insertPart:
		if in.in[1].kind != literal {
			n.copied(n.f, in.out[0], in.in[1])
		}
	case input:
		if c := &n.u.in[in.n]; !c.lent {
			n.column(in.out[0], c)
		}
	case output:
		n.column(in.in[0].v, &n.u.out[in.n])
	case call:
		for k, v := range in.fn.params {
			if in.fn.vars[v].isArray() {
				n.copied(in.fn, v, in.in[k])
			}
		}
		for k, v := range in.fn.results {
			if in.fn.vars[v].isArray() {
				n.copied(in.fn, v, of(in.out[k]))
			}
		}
	default:
		for _, a := range in.in {
			n.widen(a)
		}
		for _, v := range in.out {
			n.widen(of(v))
		}
	}
}

// sizeOf is how many bytes are enough for the elements of a group that are in a range, and whether they have signs; 0
// if it stays as it is. Of elements that only columns get, all that is there is what the columns have room for.
func (n *narrower) sizeOf(group val, s span) (size int, signed bool) {
	switch {
	case n.wide.has(group):
		return 0, false
	case !n.read.has(group) && n.size[group] != 0:
		return n.size[group], false
	case s.empty():
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

// storeUncut stores numbers as they were before they were cut to as many bytes as elements have, which are all that is
// stored.
func (f *fn) storeUncut() {
	changed := false
	for _, blk := range f.blocks {
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind != insert && in.kind != store || in.in[1].kind != variable {
				continue
			}
			at, size := i-1, f.vars[in.out[0]].narrow
			for at >= 0 && !isIn(blk.code[at].out, in.in[1].v) {
				at--
			}
			if at < 0 || size == 0 || cutTo(&blk.code[at]) < size {
				continue
			}
			if x := blk.code[at].in[0]; x.kind == variable && !blk.writes(x.v, at, i) {
				in.in[1], changed = x, true
			}
		}
	}
	if changed {
		f.dropUnread()
	}
}

// cutTo is of how many bytes of an integer an instruction makes another; 0 if it does something else.
func cutTo(in *ins) int {
	switch in.name() {
	case "zext8", "sext8":
		return 1
	case "zext16", "sext16":
		return 2
	}
	return 0
}
