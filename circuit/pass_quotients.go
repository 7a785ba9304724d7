package circuit

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// quotients computes remainders from the quotients of the same numbers: x%y is x - x/y*y. A processor divides once for
// both, and in the time of a division it multiplies a dozen times. It is done when everything has asked for ranges, as
// a remainder's range is not that of a difference. Constants stay, for which machine code has products in any case, and
// so do the two next to each other, which one instruction gives.
func quotients(c *Circuit) {
	pairs := map[division]*divisions{}
	var keys []division // in order
	for g := range c.Gates() {
		if of, row := c.divisionOf(g); row != "" {
			if pairs[of] == nil {
				pairs[of] = &divisions{}
				keys = append(keys, of)
			}
			if row == "div" {
				pairs[of].quotients = append(pairs[of].quotients, g)
			} else {
				pairs[of].remainders = append(pairs[of].remainders, g)
			}
		}
	}
	var at *places
	for _, of := range keys {
		d := pairs[of]
		if len(d.quotients) == 0 || len(d.remainders) == 0 {
			continue
		}
		if at == nil {
			at = newPlaces(c)
		}
		for _, g := range d.remainders {
			c.remainder(at, d, g)
		}
	}
}

// division is what divides what.
type division struct {
	t    program.Dtype
	x, y Ref
}

// divisions are the gates that give the quotient and the remainder of the same numbers.
type divisions struct{ quotients, remainders []Ref }

// divisionOf returns what a gate divides by what, and whether it gives the quotient, "div", or the remainder, "rem".
func (c *Circuit) divisionOf(g Ref) (of division, row string) {
	m := c.Meta(g)
	if m.Kind != Operation || m.Param > 0 || m.Op.Form() != optab.Elementwise || m.Values != 2 || !c.IsUsed(g) ||
		!c.isScalar(g) {
		return of, ""
	}
	info := m.Op.Info()
	if row = info.Row.Name; row != "div" && row != "rem" || !info.Type.IsInt() {
		return of, ""
	}
	of = division{info.Type, c.Value(g, 0), c.Value(g, 1)}
	if _, constant := c.Bits(of.y); constant {
		return of, ""
	}
	return of, row
}

// places are where gates run.
type places struct {
	*Schedule
	index []int32 // in their blocks
}

func newPlaces(c *Circuit) *places {
	p := &places{Schedule: NewSchedule(c), index: make([]int32, c.Size())}
	for b := range p.Blocks {
		for i, g := range p.Blocks[b].Gates {
			p.index[g] = int32(i)
		}
	}
	return p
}

// before reports whether a gate runs on every way to another.
func (p *places) before(g, h Ref) bool {
	a, b := p.of[g], p.of[h]
	if a < 0 || b < 0 {
		return false
	}
	return a == b && p.index[g] < p.index[h] || a != b && p.Dom.Dominates(int(a), int(b))
}

// areTogether reports whether two gates run one after the other, without a call between.
func (p *places) areTogether(g, h Ref) bool {
	b := p.of[g]
	if b < 0 || b != p.of[h] {
		return false
	}
	from, to := min(p.index[g], p.index[h]), max(p.index[g], p.index[h])
	return !slices.ContainsFunc(p.Blocks[b].Gates[from:to], func(g Ref) bool { return p.c.Kind(g) == Call })
}

// depth is in how many loops a gate is.
func (p *places) depth(g Ref) int {
	if l := p.Loops.Of[p.of[g]]; l != nil {
		return l.Depth
	}
	return 0
}

// remainder replaces a remainder by what a quotient leaves, if one is there, or will be as often.
func (c *Circuit) remainder(at *places, d *divisions, g Ref) {
	for i, q := range d.quotients {
		switch {
		case at.areTogether(q, g):
			return
		case at.before(q, g):
			c.replace(g, c.left(g, q))
			return
		case at.before(g, q) && at.depth(q) >= at.depth(g):
			d.quotients[i] = c.divideAt(g, q)
			return
		}
	}
}

// divideAt divides where a remainder is, which runs before the quotient, and returns the quotient.
func (c *Circuit) divideAt(g, q Ref) Ref {
	c.widen(q, c.Meta(g).Within) // which the product has from it
	c.replaceValue(g, c.left(g, q))
	m := *c.Meta(g)
	m.Op, m.Within = c.Meta(q).Op, c.Meta(q).Within
	first := g
	if m.Depends > 0 {
		c.setMeta(g, m)
	} else {
		first = c.Pure(m.Op, c.Value(g, 0), c.Value(g, 1))
		c.copyNote(first, g)
		c.widen(first, m.Within)
		c.remove(g)
	}
	if first != q {
		c.replace(q, first)
	}
	return first
}

// left is what a quotient leaves, in the place of a remainder.
func (c *Circuit) left(g, q Ref) Ref {
	n := Ref(c.Size())
	m := c.Meta(q)
	t, x, y := m.Op.Info().Type, c.Value(q, 0), c.Value(q, 1)
	product := c.Pure(program.OpcodeFor("mul", t), q, y)
	if in := m.Within; in != (program.Span{}) && in.Lo > math.MinInt64 && product >= n {
		// A quotient is at most as large as what is divided.
		noted := *c.Meta(product)
		noted.Within = program.Span{Lo: min(in.Lo, 0), Hi: max(in.Hi, -in.Lo)}
		if in.Lo < 0 {
			noted.Within.Lo = -noted.Within.Hi
		}
		c.setMeta(product, noted)
	}
	by := c.Pure(program.OpcodeFor("sub", t), x, product)
	for made := n; made < Ref(c.Size()); made++ {
		c.copyNote(made, g)
	}
	return by
}
