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
	all := ranges.All(c.Type(g).Dtype())
	product := sum
	if addend := c.addendOf(sum); addend != None {
		t := c.Type(sum).Dtype()
		by, _ := c.Bits(c.Value(sum, 1))
		k.in = append(k.in, r, ranges.OfBits(t, by))
		r = ranges.Result(program.OpcodeFor(inverse[c.Meta(sum).Op.Info().Row.Name], t), k.in[len(k.in)-2:]...)
		k.in = k.in[:len(k.in)-2]
		if addend == g {
			return r
		}
		product = addend
	}
	factor, by := c.factorOf(product)
	if factor != g || int(g) >= len(k.of) || k.of[g].IsEmpty() || mayOverflow(k.of[g], by, all) {
		return all
	}
	return quotient(r, by)
}

// mayOverflow reports whether a product of a number in a range with a positive constant may not be in a type's range.
func mayOverflow(factor ranges.Range, by int64, all ranges.Range) bool {
	return factor.Lo < all.Lo/by || factor.Hi > all.Hi/by
}

// quotient returns the range of what is multiplied by a positive constant from that of the product, which does not
// wrap.
func quotient(product ranges.Range, by int64) ranges.Range {
	if product.IsEmpty() {
		return product
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

// factorOf returns what a product of signed numbers multiplies by a small positive constant, and that; None for other
// gates.
func (c *Circuit) factorOf(product Ref) (factor Ref, by int64) {
	m := c.Meta(product)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || !c.Type(product).Dtype().IsInt() ||
		!m.Op.Info().Type.IsSigned() || !c.isScalar(product) {
		return None, 0
	}
	bits, ok := c.Bits(c.Value(product, 1))
	switch name := m.Op.Info().Row.Name; {
	case ok && name == "mul" && bits > 0 && bits <= largestFactor:
		return c.Value(product, 0), int64(bits)
	case ok && name == "shl" && bits <= 16:
		return c.Value(product, 0), 1 << bits
	}
	return None, 0
}

// addendOf returns what a sum or a difference of integers adds a constant to, or takes it from; None for other gates.
func (c *Circuit) addendOf(sum Ref) Ref {
	m := c.Meta(sum)
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 || !isAddOrSub(m.Op.Info().Row.Name) ||
		!c.Type(sum).Dtype().IsInt() || c.Kind(c.Value(sum, 1)) != Constant || !c.isScalar(sum) {
		return None
	}
	return c.Value(sum, 0)
}

func isAddOrSub(row string) bool { return row == "add" || row == "sub" }

var inverse = map[string]string{"add": "sub", "sub": "add"}
