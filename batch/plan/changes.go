package plan

// Change says how a variable's stack differs after a block from before it. Values are removed
// first, then others are saved, then the top changes.
type Change struct {
	Var    int
	Update bool // the top changes to Src
	Src    Ref
	// Drop values are removed below the top and then Saves are pushed; with SaveTop the
	// old top is pushed first.
	Drop    int
	SaveTop bool
	Saves   []Ref
	// Pop > 0: the top becomes the Pop-th saved value; nothing else is set.
	Pop int
}

// StackEffects reports whether the change touches saved values.
func (c *Change) StackEffects() bool {
	return c.Drop > 0 || c.SaveTop || len(c.Saves) > 0 || c.Pop > 0
}

// symbolic is a variable's stack relative to the start of the block: removed values of the
// original stack, the top counted, and the values put on since.
type symbolic struct {
	removed int
	values  []Ref
}

// changes are those of all variables, in order of first use.
func (b *builder) changes() (list []Change) {
	for _, v := range b.order {
		if !b.plan.Vars[v].Stored() {
			continue
		}
		if c, ok := b.changeOf(v, b.stacks[v]); ok {
			list = append(list, c)
		}
	}
	return list
}

// changeOf describes the difference between a variable's stack before the block and now, and
// reports whether there is any.
func (b *builder) changeOf(v int, s *symbolic) (Change, bool) {
	c := Change{Var: v, Src: Ref{ID: None}}
	n := len(s.values)
	switch {
	case s.removed == 0 && n == 0:
		return c, false
	case n == 0:
		c.Pop = s.removed
		return c, true
	}
	c.Update, c.Src, c.Saves = true, s.values[n-1], append([]Ref(nil), s.values[:n-1]...)
	if s.removed == 0 {
		c.SaveTop = true
	} else {
		c.Drop = s.removed - 1
	}
	if top, ok := b.tops[v]; ok && c.Src.ID == top && c.Src.Off == 0 && s.removed <= 1 {
		// The top keeps its value: x = x, or a push of the top itself.
		c.Update = false
		if s.removed == 1 && n == 1 {
			return c, false
		}
	}
	return c, true
}
