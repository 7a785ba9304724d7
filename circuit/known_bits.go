package circuit

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// bitsDepth is how far back one looks for bits that are zero.
const bitsDepth = 6

// mayBe returns the bits that an integer may have in a block: others are zero. Operations on bits say more than the
// range of what they give.
func (k *known) mayBe(g Ref, block int32, depth int) uint64 {
	c := k.c
	t := c.Type(g).Dtype()
	all := ^uint64(0) >> (64 - t.Bits())
	if x, ok := c.Bits(g); ok {
		return x
	}
	most := all
	if r := k.at(g, block, min(depth, 1)); !r.IsEmpty() {
		most = bitsOf(r) & all
	}
	m := c.Meta(g)
	if depth <= 0 || m.Kind != Operation || m.Depends > 0 || m.Op.Form() != optab.Elementwise || !c.isScalar(g) {
		return most
	}
	in := func(i int) uint64 { return k.mayBe(c.Value(g, i), block, depth-1) }
	switch name := m.Op.Info().Row.Name; name {
	case "and":
		return most & in(0) & in(1)
	case "or", "xor":
		return most & (in(0) | in(1))
	case "andnot":
		if mask, ok := c.Bits(c.Value(g, 1)); ok {
			most &^= mask
		}
		return most & in(0)
	case "select":
		return most & (in(1) | in(2))
	case "shl":
		if n, ok := c.Bits(c.Value(g, 1)); ok {
			return most & all & (in(0) << n)
		}
	case "shr":
		if n, ok := c.Bits(c.Value(g, 1)); ok && in(0)>>(t.Bits()-1) == 0 {
			return most & (in(0) >> n)
		}
	case "convert_u64", "convert_i64", "convert_u32", "convert_i32":
		from := c.Type(c.Value(g, 0)).Dtype()
		if from.IsInt() && (from != program.I32 || t.Bits() == 32 || in(0)>>31 == 0) {
			return most & all & in(0)
		}
	case "zext8", "zext16":
		return most & in(0)
	}
	return most
}

// bitsOf returns the bits that some number of a range has.
func bitsOf(r ranges.Range) uint64 {
	if n, ok := r.Only(); ok {
		return uint64(n)
	}
	most := ^uint64(0)
	if r.Lo >= 0 {
		most = 1<<bits.Len64(uint64(r.Hi)) - 1
	}
	// Steps and start have common low zeros, which all numbers have.
	if low := uint64(r.Step) | uint64(r.Lo); low != 0 {
		most &^= low&-low - 1
	}
	return most
}

// cheaperBits returns what an operation on bits gives that has nothing to take away, or leaves nothing;
// None if there is no such thing.
func (r *confiner) cheaperBits(g Ref, block int32) Ref {
	k, c := r.k, r.c
	m := c.Meta(g)
	t := c.Type(g).Dtype()
	x := c.Value(g, 0)
	taken := uint64(0)
	switch m.Op.Info().Row.Name {
	case "and":
		mask, ok := c.Bits(c.Value(g, 1))
		if !ok {
			return None
		}
		taken = ^mask
	case "andnot":
		mask, ok := c.Bits(c.Value(g, 1))
		if !ok {
			return None
		}
		taken = mask
	case "zext8":
		taken = ^uint64(1<<8 - 1)
	case "zext16":
		taken = ^uint64(1<<16 - 1)
	default:
		return None
	}
	switch most := k.mayBe(x, block, bitsDepth); {
	case most&taken == 0:
		return x
	case most&^taken == 0:
		return c.Constant(t, 0)
	}
	return None
}
