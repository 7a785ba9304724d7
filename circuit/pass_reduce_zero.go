package circuit

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
)

// What is asked of a remainder is mostly whether it is zero: "n%3 == 0". That is found for less.

// divides replaces remainders of divisions by constants if nothing else is asked of them. k may be nil.
func divides(c *Circuit, k *known) {
	for g := range c.Gates() {
		m := c.Meta(g)
		if m.Kind != Operation || m.Depends > 0 || m.Op.Info().Row.Name != "rem" || !c.isScalar(g) ||
			!c.isAskedForZero(g) {
			continue
		}
		if d, ok := c.Bits(c.Value(g, 1)); ok {
			n := Ref(c.Size())
			c.divides(g, d, k)
			for made := n; int(made) < c.Size(); made++ {
				c.copyNote(made, g)
			}
		}
	}
}

// divides replaces a remainder of a division by d, or what asks for it.
func (c *Circuit) divides(g Ref, d uint64, k *known) {
	t, x := c.Meta(g).Op.Info().Type, c.Value(g, 0)
	if bits.OnesCount64(d) == 1 { // for negative numbers the two differ, but not in whether they are zero
		c.ReplaceUses(g, c.Pure(program.OpcodeFor("and", t), x, c.Constant(t, d-1)))
		return
	}
	signed := t.IsSigned()
	if n := int64(d); signed && (n < 0 || t.Bits() == 32 && int32(d) < 0) {
		if d = uint64(-n); t.Bits() == 32 {
			d = uint64(-int64(int32(n)))
		}
	}
	if d < 3 || d&(d-1) == 0 || c.isDivided(g) {
		return
	}
	here := signed && k != nil && int(g) < len(k.need) && k.need[g] >= 0 && k.at(x, k.need[g], 3).Lo >= 0
	if here {
		signed = false
	}
	var asks []Ref
	for u := range c.Uses(g) {
		asks = append(asks, u)
	}
	for _, u := range asks {
		test := "le"
		if c.Meta(u).Op.Info().Row.Name == "ne" {
			test = "gt"
		}
		product, most := c.isMultipleOf(x, t, d, signed)
		by := c.Pure(program.OpcodeFor(test, c.Type(product).Dtype()), product, most)
		if here {
			k.replaces(u, by)
		}
		c.ReplaceUses(u, by)
	}
}

// isMultipleOf returns two numbers without a sign: the first is at most the second where x is a multiple of d, and
// larger elsewhere. d is not a power of two. A multiple of an odd number is the small quotient if it is multiplied by
// the inverse of that number, others are large; and a factor that is a power of two leaves zeros below, which rotated
// would make it large (H. Warren, "Hacker's Delight", section 10-17).
func (c *Circuit) isMultipleOf(x Ref, t program.Dtype, d uint64, signed bool) (product, most Ref) {
	u, width := program.U64, t.Bits()
	if width == 32 {
		u = program.U32
	}
	last := ^uint64(0) >> (64 - width)
	op := func(name string, x, y Ref) Ref { return c.Pure(program.OpcodeFor(name, u), x, y) }
	twos := bits.TrailingZeros64(d)
	odd := d >> twos
	inverse := odd // to three bits; each round doubles them (section 10-16)
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	if t != u {
		x = c.Pure(program.OpcodeFor("convert_"+u.String(), t), x)
	}
	product = op("mul", x, c.Constant(u, inverse&last))
	limit := last / d
	if signed { // quotients are counted from the lowest one on
		lowest := last / 2 / odd >> twos << twos
		product = op("add", product, c.Constant(u, lowest))
		limit = lowest * 2 >> twos
	}
	if twos > 0 {
		product = op("rotl", product, c.Constant(program.U64, uint64(width-twos)))
	}
	return product, c.Constant(u, limit)
}

// isDivided reports whether the quotient is wanted too, if on some ways alone: lanes compute it, and the remainder is a
// product and a difference then.
func (c *Circuit) isDivided(g Ref) bool {
	x, y := c.Value(g, 0), c.Value(g, 1)
	for u := range c.Uses(x) {
		m := c.Meta(u)
		if m.Kind == Operation && m.Values == 2 && m.Op.Info().Row.Name == "div" && c.Value(u, 0) == x &&
			c.Value(u, 1) == y {
			return true
		}
	}
	return false
}

// isAskedForZero reports whether a gate is compared with zero for equality, and nothing else.
func (c *Circuit) isAskedForZero(g Ref) bool {
	for u := range c.Uses(g) {
		m := c.Meta(u)
		if m.Kind != Operation || m.Values != 2 {
			return false
		}
		name := m.Op.Info().Row.Name
		if zero, ok := c.Bits(c.Value(u, 1)); name != "eq" && name != "ne" || !ok || zero != 0 || c.Value(u, 0) != g {
			return false
		}
	}
	return c.IsUsed(g)
}
