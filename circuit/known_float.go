package circuit

import (
	"strings"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Ranges of floats are looked for where something is asked of one, and from there back: what comes round a loop is
// anything, since nobody asks often enough to make more of that worth its time.

const (
	floatDepth  = 8  // how far back one looks
	floatBudget = 48 // at how many gates
)

// float returns the range of a float in a block. A query that arises while another one is answered gets AnyFloat, so
// that a loop of floats and integers ends.
func (k *known) float(g Ref, block int32) ranges.Float {
	if k.floats > 0 {
		return ranges.AnyFloat
	}
	k.floats = floatBudget
	r := k.floatAt(g, block, floatDepth)
	k.floats = 0
	return r
}

func (k *known) floatAt(g Ref, block int32, depth int) ranges.Float {
	c := k.c
	if bits, ok := c.Bits(g); ok {
		return ranges.OfFloatBits(c.Type(g).Dtype(), bits)
	}
	if depth < 0 || k.floats == 1 || int(g)+1 >= len(k.first) {
		return ranges.AnyFloat
	}
	k.floats--
	r := k.floatMade(g, block, depth-1)
	for i := k.conditions(g, block); i >= 0; i = k.passed[i].up {
		if at := &k.about[k.passed[i].about]; at.test != None && at.op.Info().Type.IsFloat() && k.holdsIn(at, block) {
			x, y := k.floatSides(at, block, min(depth-1, 1), g, r)
			if g == at.x {
				r = r.Meet(x)
			}
			if g == at.y {
				r = r.Meet(y)
			}
		}
	}
	return r
}

// floatSides returns what is left of the operands of a comparison in a block; of one of them the range is known.
func (k *known) floatSides(at *condition, block int32, depth int, g Ref, r ranges.Float) (a, b ranges.Float) {
	side := func(z Ref) ranges.Float {
		if z == g {
			return r
		}
		return k.floatMade(z, block, depth)
	}
	return ranges.AssumeFloat(k.c.Meta(at.test).Op, at.holds, side(at.x), side(at.y))
}

// floatMade returns the range of a float by how it is made.
func (k *known) floatMade(g Ref, block int32, depth int) ranges.Float {
	c := k.c
	m := c.Meta(g)
	switch {
	case m.Kind == Constant:
		return ranges.OfFloatBits(c.Type(g).Dtype(), m.Param)
	case depth < 0:
	case m.Kind == ValueSelector:
		return k.floatSelected(g, depth)
	case m.Kind != Operation || m.Op.Form() != optab.Elementwise || !c.isScalar(g):
	case m.Op.Info().Row.Name == "select":
		return k.floatChosen(g, block, depth)
	case m.Op.Info().Type.IsInt():
		if strings.HasPrefix(m.Op.Info().Row.Name, "convert_") {
			return ranges.FloatOf(m.Op, k.at(c.Value(g, 0), block, 1))
		}
	default:
		return k.floatComputed(g, block, depth)
	}
	return ranges.AnyFloat
}

// floatComputed returns the range of what an operation on floats gives.
func (k *known) floatComputed(g Ref, block int32, depth int) ranges.Float {
	c, m, first := k.c, k.c.Meta(g), len(k.floatIn)
	for i := range int(m.Values) {
		x := c.Value(g, i)
		if !c.Type(x).Dtype().IsFloat() {
			k.floatIn = k.floatIn[:first]
			return ranges.AnyFloat
		}
		r := k.floatAt(x, block, depth)
		k.floatIn = append(k.floatIn, r)
	}
	same := m.Values == 2 && c.Value(g, 0) == c.Value(g, 1)
	r := ranges.FloatResult(m.Op, same, k.floatIn[first:]...)
	k.floatIn = k.floatIn[:first]
	return r
}

// floatSelected returns the range of a float where ways meet.
func (k *known) floatSelected(g Ref, depth int) ranges.Float {
	c := k.c
	r := ranges.NoFloat
	for i := range int(c.Meta(g).Values) {
		if from := k.s.useAt(g, 1+i); from >= 0 && k.reached[from] {
			if r = r.Join(k.floatAt(c.Value(g, i), int32(from), depth)); r == ranges.AnyFloat {
				return r
			}
		}
	}
	return r
}

// floatChosen returns the range of a choice, whose sides matter only where the condition says so.
func (k *known) floatChosen(g Ref, block int32, depth int) ranges.Float {
	c := k.c
	cond := c.Value(g, 0)
	m := c.Meta(cond)
	side := func(x Ref, holds bool) ranges.Float {
		r := k.floatAt(x, block, depth)
		if m.Kind != Operation || m.Values != 2 || !m.Op.Info().Type.IsFloat() {
			return r
		}
		a, b := c.Value(cond, 0), c.Value(cond, 1)
		y, z := k.floatSides(&condition{test: cond, holds: holds, x: a, y: b}, block, depth-1, x, r)
		if x == a {
			r = r.Meet(y)
		}
		if x == b {
			r = r.Meet(z)
		}
		return r
	}
	r := ranges.NoFloat
	if is := k.at(cond, block, 0); is.Has(1) {
		r = side(c.Value(g, 1), true)
	}
	if is := k.at(cond, block, 0); is.Has(0) {
		r = r.Join(side(c.Value(g, 2), false))
	}
	return r
}

// ofFloats returns the range of the integer, or the bool, that an operation on floats gives in a block.
func (k *known) ofFloats(g Ref, block int32) ranges.Range {
	c := k.c
	m := c.Meta(g)
	info := m.Op.Info()
	switch {
	case info.Out == program.Bool && m.Values == 2:
		x, y := k.float(c.Value(g, 0), block), k.float(c.Value(g, 1), block)
		if holds, ok := ranges.DecidedFloat(m.Op, x, y); ok {
			if holds {
				return ranges.Of(1)
			}
			return ranges.Of(0)
		}
		if x.IsEmpty() || y.IsEmpty() {
			return ranges.Empty
		}
	case info.Out.IsInt() && strings.HasPrefix(info.Row.Name, "convert_"):
		return k.float(c.Value(g, 0), block).Integers(info.Out)
	}
	return ranges.All(info.Out)
}
