package circuit

import "github.com/lockstep-simt/lockstep/program/optab"

// gather computes once, behind several ways, what each of them computes for the others' sake alone: where a selector
// takes sqrt(x) on one way and sqrt(y) on the other, it takes x or y, and the root is computed of that. Every lane
// computes what it did, and where lanes go both ways together there is one operation less.
func gather(c *Circuit) {
	var work []Ref
	for g := range c.Gates() {
		if c.Kind(g) == ValueSelector {
			work = append(work, g)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if !c.has(s) || c.Kind(c.State(s, 0)) != Merge || !c.isGatherable(s) {
			continue
		}
		work = append(work, c.gathered(s)...)
	}
}

// What is chosen before a gathered operation, at most: one operand, or two of an operation that costs more than
// choosing.
const (
	gatherCost = 4 // in additions
	gatherMost = 2
)

// isGatherable reports whether a selector takes the same operation on every way, which nobody else uses.
func (c *Circuit) isGatherable(s Ref) bool {
	first := c.Value(s, 0)
	m := c.Meta(first)
	if m.Kind != Operation || m.Depends > 0 || m.Param > 0 || m.Op.Form() != optab.Elementwise || !c.isScalar(first) {
		return false
	}
	row := m.Op.Info().Row
	for i := range int(c.Meta(s).Values) {
		g := c.Value(s, i)
		if n := c.Meta(g); n.Kind != Operation || n.Op != m.Op || n.Depends > 0 || row.Has(optab.Unbounded) {
			return false
		}
		if !c.isUsedBy(g, s) {
			return false
		}
	}
	differ := 0
	for k := range int(m.Values) {
		if c.differs(s, k) {
			if differ++; !c.isChoosable(s, k) {
				return false
			}
		}
	}
	// It may take one gate on all ways, since others were gathered.
	return differ == 1 || differ > 1 && differ <= gatherMost && row.Weight() >= gatherCost
}

// differs reports whether an operand of what a selector takes is not the same on all ways.
func (c *Circuit) differs(s Ref, k int) bool {
	first := c.Value(c.Value(s, 0), k)
	for i := range int(c.Meta(s).Values) {
		if c.Value(c.Value(s, i), k) != first {
			return true
		}
	}
	return false
}

// isChoosable reports whether an operand may be chosen: a number that is known has shorter code.
func (c *Circuit) isChoosable(s Ref, k int) bool {
	for i := range int(c.Meta(s).Values) {
		if x := c.Value(c.Value(s, i), k); c.Kind(x) == Constant || c.Kind(x) == Uniform || !c.isScalar(x) {
			return false
		}
	}
	return true
}

// gathered puts the operation that a selector takes on every way behind it, and returns the selectors of its
// operands.
func (c *Circuit) gathered(s Ref) (selectors []Ref) {
	ways := int(c.Meta(s).Values)
	m := *c.Meta(c.Value(s, 0))
	for i := range ways {
		m.Within = m.Within.Join(c.Meta(c.Value(s, i)).Within)
	}
	inputs := make([]Ref, m.Values)
	for k := range inputs {
		inputs[k] = c.Value(c.Value(s, 0), k)
		if !c.differs(s, k) {
			continue
		}
		var values []Ref
		for i := range ways {
			values = append(values, c.Value(c.Value(s, i), k))
		}
		inputs[k] = c.chosen(c.State(s, 0), s, values)
		selectors = append(selectors, inputs[k])
	}
	n := c.Size()
	by := c.make(m, ValueOf(m.Op.Info().Out), inputs...)
	if int(by) >= n {
		c.copyNote(by, s)
		c.notes[by].pos = c.notes[c.Value(s, 0)].pos
	}
	taken := c.valuesOf(s)
	c.ReplaceUses(s, by)
	c.remove(s)
	for _, g := range taken {
		if c.has(g) {
			c.remove(g)
		}
	}
	return selectors
}

// chosen returns the selector that has one of some values in a state. It gets the notes of another gate there, and the
// name of the first value.
func (c *Circuit) chosen(state, like Ref, values []Ref) Ref {
	n := c.Size()
	t := ValueOf(c.Type(values[0]).Dtype())
	x := c.make(Meta{Kind: ValueSelector, States: 1, Values: int32(len(values))}, t, append([]Ref{state}, values...)...)
	if int(x) >= n {
		c.copyNote(x, like)
		c.notes[x].name = c.notes[values[0]].name
	}
	return x
}

// valuesOf returns the values that a gate takes.
func (c *Circuit) valuesOf(g Ref) (list []Ref) {
	for i := range int(c.Meta(g).Values) {
		list = append(list, c.Value(g, i))
	}
	return list
}
