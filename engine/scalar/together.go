package scalar

import (
	"cmp"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// What a block does for several elements that are next to each other is done once. All faults of a lane are one to
// this code, so looks at x+1, x+2 and x+3 are as good as one at x+3, before the first of them. Bytes that are put
// together to a number are loaded as one. A number that is added to an index becomes a part of the address.

// together does that in all blocks.
func (u *unit) together(f *fn) {
	_, out := f.liveness()
	changed := false
	for b, blk := range f.blocks {
		if !looksAtElements(blk) {
			continue
		}
		changed = u.shareChecks(f, blk, out[b]) || changed
		changed = u.joinLoads(f, blk, out[b]) || changed
		changed = u.foldSums(f, blk, out[b]) || changed
	}
	if changed {
		f.dropUnread()
	}
}

// looksAtElements reports whether a block has looks at indices, or elements.
func looksAtElements(blk *block) bool {
	return slices.ContainsFunc(blk.code, func(in ins) bool {
		return in.kind == index || in.kind == insert || in.name() == "checkindex"
	})
}

// look is a comparison of an index with the length of what it is of.
type look struct {
	at       int // the instruction
	more     int // what is added to what all looks of a family have in common
	positive bool
}

// family is what looks have in common: the value that they add numbers to, and what they compare with.
type family struct {
	of    value
	bound arg
	size  value // of a bound that is a variable
}

// looks finds the families of a block, in the order of their first looks.
func (u *unit) looks(v *values) (order []family, all map[family][]look) {
	all = map[family][]look{}
	for i := range v.blk.code {
		in := &v.blk.code[i]
		k, bound := u.looksAt(v.f, in)
		if k < 0 {
			continue
		}
		s, ok := v.sumOf(i, k)
		if !ok || s.of.v == nowhere {
			continue
		}
		id := family{of: s.of, bound: bound}
		if bound.kind == variable {
			id.size = value{bound.v, v.from[i][1]}
		}
		if all[id] == nil {
			order = append(order, id)
		}
		all[id] = append(all[id], look{i, s.n, in.sure&isPositive != 0})
	}
	return order, all
}

// looksAt is the operand that an instruction compares with a bound; -1 if it does not, or need not.
func (u *unit) looksAt(f *fn, in *ins) (k int, bound arg) {
	if in.name() == "checkindex" && in.sure&isInside == 0 && in.op.Info().Type == optab.I64 {
		return 0, in.in[1]
	}
	if k := onlyIndex(in); k > 0 && in.sure&indexInside == 0 {
		if n := u.dimsOf(f, in)[0]; n != program.AnyLength {
			return k, arg{bits: uint64(n)}
		}
	}
	return -1, bound
}

// onlyIndex is the operand that is the index of an element, or 0 if there are several or none.
func onlyIndex(in *ins) int {
	switch {
	case in.kind == index && len(in.in) == 2:
		return 1
	case in.kind == insert && len(in.in) == 3:
		return 2
	}
	return 0
}

// shareChecks makes the looks of a family one at the largest index, where the first of them is, or two: if some may
// be negative, at the least of these as well. What is between is in range if they are.
func (u *unit) shareChecks(f *fn, blk *block, after set) (changed bool) {
	v := f.valuesOf(blk, after)
	before := map[int][]ins{}
	order, all := u.looks(v)
	for _, id := range order {
		list := all[id]
		first := list[0]
		need := []int{slices.MaxFunc(list, func(a, b look) int { return cmp.Compare(a.more, b.more) }).more}
		least := mostAdded
		for _, l := range list {
			if !l.positive {
				least = min(least, l.more)
			}
		}
		if least < need[0] {
			need = append(need, least)
		}
		if len(need) >= len(list) || !v.holds(id.of, first.at) {
			continue
		}
		changed = true
		was := &blk.code[first.at]
		stays := was.kind == prim && slices.Contains(need, first.more)
		for _, n := range need {
			if !stays || n != first.more {
				before[first.at] = append(before[first.at], f.lookAt(id, n, was)...)
			}
		}
		for i, l := range list {
			if i > 0 || !stays {
				blk.code[l.at].looked()
			}
		}
	}
	if changed {
		var code []ins
		for i, in := range blk.code {
			code = append(append(code, before[i]...), in)
		}
		blk.code = code
	}
	return changed
}

// lookAt looks at a member of a family, in place of another look.
func (f *fn) lookAt(id family, more int, was *ins) (code []ins) {
	x, sure := id.of.v, was.sure&isLength
	if id.bound.kind == literal {
		sure = isLength
	}
	if more != 0 {
		x = f.newVar(optab.I64)
		code = append(code, ins{
			op: program.OpcodeFor("add", optab.I64), in: []arg{of(id.of.v), {bits: uint64(more)}}, out: []val{x},
			mark: was.mark,
		})
	}
	return append(code, ins{
		op: program.OpcodeFor("checkindex", optab.I64), in: []arg{of(x), id.bound}, out: []val{f.newVar(optab.I64)},
		mark: was.mark, unread: true, sure: sure,
	})
}

// looked takes the comparison out of an instruction: another has been made for it.
func (in *ins) looked() {
	if in.kind != prim {
		in.sure |= indexInside
		return
	}
	*in = ins{kind: copies, op: program.OpCopy, in: in.in[:1], out: in.out, mark: in.mark}
}

// isNear reports whether an element so many behind another is at an address that an instruction may have.
func isNear(elements int) bool {
	const most = 1 << 24
	return -most < elements && elements < most
}

// foldSums makes numbers that are added to indices parts of addresses, where nobody else reads the sums.
func (u *unit) foldSums(f *fn, blk *block, after set) (changed bool) {
	v := f.valuesOf(blk, after)
	readers := make([][]int, len(blk.code))
	for i := range blk.code {
		in := &blk.code[i]
		k := onlyIndex(in)
		if k == 0 || in.sure&indexInside == 0 || in.in[k].kind != variable || v.from[i][k] < 0 {
			continue
		}
		if s, ok := v.sumOf(i, k); ok && s.n != 0 && isNear(in.n+s.n) && s.of.v != nowhere && v.holds(s.of, i) {
			readers[v.from[i][k]] = append(readers[v.from[i][k]], i)
		}
	}
	for at, list := range readers {
		if len(list) == 0 || len(list) < v.reads[at] {
			continue
		}
		for _, i := range list {
			in := &blk.code[i]
			k := onlyIndex(in)
			s, _ := v.sumOf(i, k)
			in.in[k], in.n, changed = of(s.of.v), in.n+s.n, true
		}
	}
	return changed
}
