package circuit

import (
	"math"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
)

// narrow notes of operations between which numbers their operands are, where that is of use: a
// machine has shorter code for the product of small numbers, the quotient of such that a float
// holds, or the shift of what is not negative. It is the last that asks for ranges, and changes
// nothing that a circuit computes: a note is about the operands where the result matters.
func narrow(c *Circuit) {
	if c.moved {
		c.forget()
	}
	k := c.knows()
	if k == nil {
		return
	}
	r := &confiner{k: k, c: c}
	for g := range c.Gates() {
		m := c.Meta(g)
		if m.Kind != Operation || m.Param > 0 || int(g) >= len(k.need) || !c.IsUsed(g) || !c.isScalar(g) {
			continue
		}
		useful := spanUse(m.Op)
		block := k.need[g]
		if useful == nil || block < 0 || !k.reached[block] {
			continue
		}
		t, _ := program.Spanned(m.Op)
		in := k.at(g, block, 3)
		if !m.Op.Info().Type.IsFloat() {
			in = k.operands(g, block)
		}
		if !in.IsEmpty() && useful(t, in) {
			noted := *m
			noted.Within = program.Span{Lo: in.Lo, Hi: in.Hi}
			c.setMeta(g, noted)
			r.prove(g, r.text(g), r.operandsIn(g, block))
		}
	}
}

// operands returns the range of all operands of an operation's type in a block, but for constants; it is
// empty if there are none.
func (k *known) operands(g Ref, block int32) ranges.Range {
	m := k.c.Meta(g)
	info := m.Op.Info()
	all := ranges.Empty
	for i := range int(m.Values) {
		x := k.c.Value(g, i)
		if info.In[min(i, len(info.In)-1)] == info.Type && k.c.Kind(x) != Constant {
			all = all.Join(k.at(x, block, 3))
		}
	}
	return all
}

// spanUse returns what tells whether operands in a range are of use to an operation; nil if none are.
func spanUse(op program.Opcode) func(t program.Dtype, in ranges.Range) bool {
	t, ok := program.Spanned(op)
	switch {
	case !ok:
		return nil
	case op.Info().Type.IsInt():
		return spanUses[op.Info().Row.Name]
	case t.Bits() == 64 && strings.HasPrefix(op.Info().Row.Name, "convert_"):
		return isShort
	}
	return nil
}

// spanUses are the operations that gain something of what is known of their operands.
var spanUses = map[string]func(t program.Dtype, in ranges.Range) bool{
	"mul":         isHalf,
	"div":         isShort,
	"rem":         isShort,
	"convert_f32": isShort,
	"convert_f64": isShort,
	"shr":         func(t program.Dtype, in ranges.Range) bool { return t == program.I64 && in.Lo >= 0 },
	"min":         isSignedToo,
	"max":         isSignedToo,
	"lt":          isSignedToo,
	"le":          isSignedToo,
	"gt":          isSignedToo,
	"ge":          isSignedToo,
}

// isHalf reports whether numbers of 64 bits have 32, with or without a sign.
func isHalf(t program.Dtype, in ranges.Range) bool {
	return t.Bits() == 64 && (in.Within(math.MinInt32, math.MaxInt32) || in.Within(0, math.MaxUint32))
}

// isShort reports whether numbers are such of 52 bits with a sign, or of 31 without one.
func isShort(t program.Dtype, in ranges.Range) bool {
	if t.Bits() == 32 {
		return in.Within(0, math.MaxInt32)
	}
	return in.Within(-1<<51, 1<<51-1) && (t.IsSigned() || in.Lo >= 0)
}

// isSignedToo reports whether unsigned numbers are in the same order as signed ones with their bits.
func isSignedToo(t program.Dtype, in ranges.Range) bool {
	return t == program.U64 && in.Lo >= 0 || t == program.U32 && in.Hi <= math.MaxInt32
}
