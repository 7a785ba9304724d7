package circuit

import (
	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// chosen returns the range of a choice: a side of it matters only where the condition says so.
func (k *known) chosen(g Ref, block int32) ranges.Range {
	c := k.c
	cond := c.Value(g, 0)
	r := ranges.Empty
	if is := k.at(cond, block, 1); is.Has(1) {
		r = k.under(c.Value(g, 1), cond, true, block)
	} else if is.IsEmpty() {
		return r
	}
	if k.at(cond, block, 1).Has(0) {
		r = r.Join(k.under(c.Value(g, 2), cond, false, block))
	}
	return r
}

// under returns the range of a gate where a comparison holds, or does not: of what is compared, and of what is
// computed of that directly.
func (k *known) under(g, cond Ref, holds bool, block int32) ranges.Range {
	c := k.c
	r := k.at(g, block, 1)
	m := c.Meta(cond)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || !m.Op.Info().Type.IsInt() {
		return r
	}
	x, y := c.Value(cond, 0), c.Value(cond, 1)
	a, b := ranges.Assume(m.Op, holds, k.at(x, block, 1), k.at(y, block, 1))
	if a.IsEmpty() {
		return r
	}
	of := func(h Ref) ranges.Range {
		return k.at(h, block, 0).Meet(k.before(h, x, a)).Meet(k.before(h, y, b))
	}
	r = r.Meet(of(g))
	made := c.Meta(g)
	if made.Kind != Operation || made.Depends > 0 || made.Op.Form() != optab.Elementwise || !c.isScalar(g) {
		return r
	}
	base := len(k.in)
	for i := range int(made.Values) {
		k.in = append(k.in, of(c.Value(g, i)))
	}
	r = r.Meet(ranges.Result(made.Op, k.in[base:]...))
	k.in = k.in[:base]
	return r
}

// before returns the range of a gate from that of another, which is the same, or the sum or difference of it and a
// constant. Sums that wrap do so back, too.
func (k *known) before(g, sum Ref, r ranges.Range) ranges.Range {
	c := k.c
	if g == sum {
		return r
	}
	if addend := c.addendOf(sum); addend != None && (addend == g || c.factorOf(addend) == g) {
		t := c.Type(sum).Dtype()
		by, _ := c.Bits(c.Value(sum, 1))
		r = ranges.Result(program.OpcodeFor(inverse[c.Meta(sum).Op.Info().Row.Name], t), r, ranges.OfBits(t, by))
		if addend == g {
			return r
		}
		sum = addend
	}
	if c.factorOf(sum) != g || int(g) >= len(k.of) {
		return ranges.All(c.Type(g).Dtype())
	}
	return k.quotient(r, k.of[g], c.Value(sum, 1), c.Meta(sum).Op)
}

// quotient returns the range of a factor from that of a product with a constant that does not wrap. What the factor is
// known to be says whether it may.
func (k *known) quotient(product, factor ranges.Range, constant Ref, op program.Opcode) ranges.Range {
	t := op.Info().Type
	bits, _ := k.c.Bits(constant)
	by := int64(bits)
	if op.Info().Row.Name == "shl" {
		by = 1 << by
	}
	all := ranges.All(t)
	if factor.IsEmpty() || factor.Lo < all.Lo/by || factor.Hi > all.Hi/by || product.IsEmpty() {
		return all
	}
	lo, hi := product.Lo/by, product.Hi/by
	if product.Lo > 0 && product.Lo%by != 0 {
		lo++
	}
	if product.Hi < 0 && product.Hi%by != 0 {
		hi--
	}
	if lo > hi {
		return ranges.Empty
	}
	return ranges.Between(lo, hi)
}

// largestFactor is the largest constant factor that is looked at.
const largestFactor = 1 << 16

// factorOf returns what a product of signed numbers multiplies by a small constant; None for other gates.
func (c *Circuit) factorOf(product Ref) Ref {
	m := c.Meta(product)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || !c.Type(product).Dtype().IsInt() ||
		!m.Op.Info().Type.IsSigned() || !c.isScalar(product) {
		return None
	}
	bits, ok := c.Bits(c.Value(product, 1))
	switch name := m.Op.Info().Row.Name; {
	case !ok:
		return None
	case name == "mul" && bits > 0 && bits <= largestFactor, name == "shl" && bits <= 16:
		return c.Value(product, 0)
	}
	return None
}

// addendOf returns what a sum or a difference of integers adds a constant to, or takes it from; None for other gates.
func (c *Circuit) addendOf(sum Ref) Ref {
	m := c.Meta(sum)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || inverse[m.Op.Info().Row.Name] == "" ||
		!c.Type(sum).Dtype().IsInt() || c.Kind(c.Value(sum, 1)) != Constant || !c.isScalar(sum) {
		return None
	}
	return c.Value(sum, 0)
}

var inverse = map[string]string{"add": "sub", "sub": "add"}
