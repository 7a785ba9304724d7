package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// callEmission is a call on its way into the program.
type callEmission struct {
	*body
	callee *instance.Entry
	f      *emitted // the callee's
	op     *program.FunctionCallOp
	// after copies what the callee gives back and is known, and later are functions that
	// compute what is made of its results.
	after *program.PrimOp
	later []func()
	// back gives the callee's regions the names of this side: a choice's options are compared
	// by these. ours are the regions handed over, by the callee's names.
	back *known.Renaming
	ours map[string]*known.Region
	made map[string]bool // regions of the callee that were looked at
	// recurs says that the callee calls this instance again, perhaps by others.
	recurs bool
}

// emitCall emits a call: the numbers that vary go in and come out, and with
// them the leaves of memory that the callee reads and writes.
func (b *body) emitCall(iv *invocation) {
	callee := b.callee()
	f := b.function(callee)
	c := &callEmission{
		body: b, callee: callee, f: f, op: &program.FunctionCallOp{Callee: f.name, Pos: b.at},
		after: &program.PrimOp{Op: program.OpCopy, Pos: b.at}, back: b.back(iv),
		ours: map[string]*known.Region{}, made: map[string]bool{},
	}
	for i := range f.body.fn.Params {
		c.give(callee.In().Get(paramTag(i)).(known.Value), iv.given[paramTag(i)])
	}
	for i := range f.body.fn.FreeVars {
		c.give(callee.In().Get(freeTag(i)).(known.Value), iv.given[freeTag(i)])
	}
	for _, r := range iv.mine {
		c.ours[iv.theirs.To[r.Name].Name] = r
	}
	b.checkOrder(f, c.ours)
	b.checkBegun(iv, f.body.touches)
	b.handBack(c.canRead)
	c.recurs = c.leadsBack()
	c.poolElements()
	for _, part := range f.given {
		m := b.memory(c.ours[part.region.Name])
		c.give(c.cellOf(part), m.atoms[part.leaf:part.leaf+1])
	}
	free := c.freeingCall(iv.mine)
	outs := callee.Outputs()
	var result known.Value
	if outs != nil {
		var names []string
		result, names = b.nameResults(f.body.fn, c.back.Value(outs.Get(resultTag).(known.Value)))
		c.op.Out = append(c.op.Out, names...)
	}
	for _, part := range f.taken {
		if r := c.ours[part.region.Name]; r != nil {
			c.take(c.cellOf(part), b.memory(r), part.leaf)
		} else {
			c.takeMade(part)
		}
	}
	b.append(c.op)
	if len(c.after.Out) > 0 {
		b.append(c.after)
	}
	for _, assign := range c.later {
		assign()
	}
	if outs == nil {
		b.unreachable()
		return
	}
	for _, f := range free {
		b.free(f, result)
	}
	b.define(b.asAnalysed(b.keptCopy(result)))
}

// leadsBack reports whether the callee calls this instance again, perhaps by others.
func (c *callEmission) leadsBack() bool {
	seen := map[*instance.Entry]bool{}
	var leads func(e *instance.Entry) bool
	leads = func(e *instance.Entry) bool {
		if e == c.e || seen[e] {
			return e == c.e
		}
		seen[e] = true
		for op := range e.Operations() {
			if slices.ContainsFunc(e.Callees(op), leads) {
				return true
			}
		}
		return false
	}
	return c.isRecursive() && leads(c.callee)
}

// canRead reports whether the callee is given what is at a place of this side's memory.
func (c *callEmission) canRead(at known.Atom) bool {
	return slices.ContainsFunc(c.f.given, func(part memoryPart) bool {
		r := c.ours[part.region.Name]
		return slices.ContainsFunc(at.Region.All(), func(of *known.Region) bool { return of.Name == r.Name })
	})
}

// cellOf returns what the callee knows of a leaf of memory that it is given.
func (c *callEmission) cellOf(part memoryPart) known.Value {
	if lf := part.region.Layout.Leaves[part.leaf]; lf.Ref == nil {
		return known.Value{known.NumberAtom(lf, known.Varying())}
	}
	return known.Value{c.f.body.cell(part.region, part.leaf)}
}

// give hands the numbers of a value that vary to the callee.
func (c *callEmission) give(theirs, ours known.Value) {
	given := c.coerce(c.back.Value(theirs), ours).Flat(nil)
	for i, o := range theirs.Flat(nil) {
		if known.IsVarying(*o) {
			c.op.In = append(c.op.In, *given[i])
		}
	}
}

// take has a leaf of this side's memory take what the callee gives back of it.
func (c *callEmission) take(theirs known.Value, m *memory, k int) {
	mine := m.atoms[k : k+1]
	given := c.back.Value(theirs)
	if given[0].Kind == known.Conflict { // it is used here as it was before the call
		c.refuseKind(given[0], m.reg.Layout.Leaves[k].Ref)
	}
	if choosesAmong(mine, given) {
		given = given.Clone()
		names := c.cellVars(c.emission.f.name+".t", m.reg.Layout.Leaves[k], given[0])
		c.op.Out = append(c.op.Out, names...)
		for _, o := range given.Flat(nil) {
			if known.IsVarying(*o) {
				*o, names = program.Ref(names[0]), names[1:]
			}
		}
		c.later = append(c.later, func() { c.copy(c.assignment(m, k, given[0])) })
		return
	}
	got := c.coerce(mine, given).Flat(nil)
	for i, o := range mine.Flat(nil) {
		own := slices.Contains(m.names[k], o.Name)
		switch {
		case known.IsVarying(*got[i]):
			c.op.Out = append(c.op.Out, o.Name)
		case own:
			c.after.Out = append(c.after.Out, program.Output{Name: o.Name})
			c.after.In = append(c.after.In, *got[i])
		}
	}
}

// takeMade takes a leaf of memory that the callee made.
func (c *callEmission) takeMade(part memoryPart) {
	r := c.adopted(part.region)
	if !c.made[r.Name] {
		c.made[r.Name] = true
		c.poolTexts(r)
		if c.f.writesTo(r, c.ours) || c.givesBack(r) {
			c.checkLoop(r)
		} else {
			// What the callee is given is a copy: it may be an earlier round's.
			c.checkMade(r, ssaflow.LiveAfter)
		}
	}
	if c.callees > 1 {
		c.ensure(r) // another callee, in other lanes, does not make it
	}
	m := c.remember(r, c.emission.f.name+"."+part.region.Name, nil)
	theirs := known.Value{known.NumberAtom(part.region.Layout.Leaves[part.leaf], known.Varying())}
	if part.region.Layout.Leaves[part.leaf].Ref != nil {
		cells := c.callee.Outputs().Get(madeTag).(known.MadeRegions).Of(part.region.Name)
		theirs = cells[part.leaf : part.leaf+1]
	}
	c.take(theirs, m, part.leaf)
}

// choosesAmong reports whether it takes computation to make of a choice the
// numbers that mean the same among the options of another, or whether numbers come that have no
// place: the callee tells which memory it means, and it is not known here any more, with what else
// is stored there.
func choosesAmong(to, v known.Value) bool {
	for i := range v {
		if to[i].Kind == known.Conflict && v[i].Kind != known.Conflict {
			return true
		}
		if v[i].Kind == known.OneOf && !v[i].SameOptions(to[i]) {
			return true
		}
		if to[i].Region != nil && v[i].Region != nil && v[i].Region.Kind == known.ChoiceRegion &&
			to[i].Region.Name != v[i].Region.Name {
			return true
		}
		if len(v[i].Parts) > 0 && len(v[i].Parts) == len(to[i].Parts) && choosesAmong(to[i].Parts, v[i].Parts) {
			return true
		}
	}
	return false
}

// givesBack reports whether what a call gives may refer to a region that the callee is given.
func (c *callEmission) givesBack(r *known.Region) bool {
	outs := c.callee.Outputs()
	if outs == nil {
		return false
	}
	for theirs, ours := range c.ours {
		if ours.Name != r.Name {
			continue
		}
		if outs.Get(resultTag).(known.Value).RefersTo(theirs) {
			return true
		}
		for _, made := range outs.Get(madeTag).(known.MadeRegions) {
			if made.Cells.RefersTo(theirs) {
				return true
			}
		}
	}
	return false
}

// writesTo reports whether a callee writes to a region that it is given.
func (f *emitted) writesTo(r *known.Region, ours map[string]*known.Region) bool {
	return slices.ContainsFunc(f.taken, func(p memoryPart) bool {
		to := ours[p.region.Name]
		return to != nil && to.Name == r.Name
	})
}
