package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Two branches that ask whether a number is from one literal to another are one: of the number's distance from the
// first, as a number without a sign. A processor that cannot predict whether a number is within does no better on two
// branches than on the one.

// side is what holds of a number where a branch leads: that it is at least a literal, or at most.
type side struct {
	x     arg
	typ   optab.Type
	lower bool
	end   int
}

// joinBranches joins such branches. Blocks have no predecessors yet.
func (f *fn) joinBranches() {
	leads, reads := make([]int, len(f.blocks)), make([]int, len(f.vars))
	for _, blk := range f.blocks {
		for _, to := range blk.term.to {
			leads[to]++
		}
		for i := range blk.code {
			blk.code[i].reads(func(v val) { reads[v]++ })
		}
		blk.term.reads(func(v val) { reads[v]++ })
	}
	for a, blk := range f.blocks {
		if blk.term.kind != branch {
			continue
		}
		for way := range 2 {
			b := blk.term.to[way]
			if b == a || leads[b] != 1 || !f.isOneLook(b, reads) {
				continue
			}
			if f.joinBranch(blk, way, f.blocks[b], leads) {
				break
			}
		}
	}
}

// isOneLook reports whether a block has a comparison, and a branch on it, and nothing else.
func (f *fn) isOneLook(b int, reads []int) bool {
	blk := f.blocks[b]
	return blk.term.kind == branch && len(blk.code) == 1 && len(blk.code[0].out) == 1 &&
		blk.term.in[0] == of(blk.code[0].out[0]) && reads[blk.code[0].out[0]] == 1
}

// joinBranch makes the branch of a block, which leads one way to another with a look, that of both.
func (f *fn) joinBranch(blk *block, way int, next *block, leads []int) bool {
	first, ok := blk.side(way)
	if !ok {
		return false
	}
	isOut := func(to int) bool { return f.isAlike(to, blk.term.to[1-way]) }
	out := slices.IndexFunc(next.term.to, isOut)
	if out < 0 || isOut(next.term.to[1-out]) {
		return false
	}
	second, ok := next.side(1 - out)
	if !ok || second.x != first.x || second.typ != first.typ || second.lower == first.lower {
		return false
	}
	if !first.lower {
		first, second = second, first
	}
	if first.end > second.end {
		return false
	}
	unsigned := optab.U64
	if first.typ.Bits() == 32 {
		unsigned = optab.U32
	}
	distance, within := first.x, f.newVar(optab.Bool)
	mark := blk.term.mark
	if first.end != 0 {
		distance = of(f.newVar(first.typ))
		blk.code = append(blk.code, ins{
			op: program.OpcodeFor("sub", first.typ), in: []arg{first.x, {bits: bitsOf(first.end, first.typ)}},
			out: []val{distance.v}, mark: mark,
		})
	}
	blk.code = append(blk.code, ins{
		op: program.OpcodeFor("le", unsigned), in: []arg{distance, {bits: bitsOf(second.end-first.end, unsigned)}},
		out: []val{within}, mark: mark,
	})
	blk.term.in = []arg{of(within)}
	other := next.term.to[out]
	blk.term.to = []int{next.term.to[1-out], blk.term.to[1-way]}
	*next = block{term: term{kind: fault}} // nothing leads there
	if leads[other] == 1 && other != blk.term.to[1] {
		*f.blocks[other] = *next
	}
	return true
}

// isAlike reports whether two blocks are one, or do the same: copies, on their way to one block.
func (f *fn) isAlike(a, b int) bool {
	x, y := f.blocks[a], f.blocks[b]
	return a == b || x.term.kind == jump && y.term.kind == jump && x.term.to[0] == y.term.to[0] &&
		slices.EqualFunc(x.code, y.code, func(x, y ins) bool {
			return x.kind == copies && y.kind == copies && slices.Equal(x.in, y.in) && slices.Equal(x.out, y.out)
		})
}

// bitsOf are those of a literal.
func bitsOf(n int, t optab.Type) uint64 {
	if t.Bits() == 32 {
		return uint64(uint32(n))
	}
	return uint64(n)
}

// side is what a block's branch tells of a number where it leads one way.
func (blk *block) side(way int) (s side, ok bool) {
	c := blk.term.in[0]
	at := -1
	for i := range blk.code {
		if c.kind == variable && isIn(blk.code[i].out, c.v) {
			at = i
		}
	}
	if at < 0 || blk.code[at].kind != prim || !isComparison(blk.code[at].op) {
		return s, false
	}
	in := &blk.code[at]
	x, y, name := in.in[0], in.in[1], in.op.Info().Row.Name
	s.typ = in.op.Info().Type
	if x.kind == literal {
		x, y, name = y, x, mirrored(name)
	}
	written := slices.ContainsFunc(blk.code[at:], func(in ins) bool { return x.kind == variable && isIn(in.out, x.v) })
	if !s.typ.IsInt() || s.typ == optab.Bool || x.kind != variable || y.kind != literal || written {
		return s, false
	}
	if way == 1 {
		name, _ = optab.Opposite(name, s.typ)
	}
	s.x, s.end = x, signed(y.bits, s.typ)
	if s.typ == optab.U32 {
		s.end = int(uint32(y.bits))
	}
	if s.end > farOff || s.end < -farOff || s.end < 0 && !s.typ.IsSigned() { // that is a large number
		return s, false
	}
	switch name {
	case "ge":
		s.lower = true
	case "gt":
		s.lower = true
		s.end++
	case "le":
	case "lt":
		s.end--
	default:
		return s, false
	}
	return s, s.typ.IsSigned() || s.end >= 0
}
