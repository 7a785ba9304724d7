package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// blockBody is a superblock as straight-line code for one group of lanes.
type blockBody struct {
	*plan.Superblock
	*codegen.Builder
	// loop is the way out that leads to the superblock itself, with nothing saved, or -1.
	loop int

	// Parameters: the lanes that are there, then these.
	vars     []int // variables whose tops are read, and of a loop those that change
	belows   []int // values
	uniforms []uniformPart
	tables   []blockTable  // arrays of the code
	lanes    codegen.Value // the numbers of lanes, if there are arrays of lanes
	arrays   blockArrays

	values []codegen.Value
	active codegen.Value
	tops   map[int]codegen.Value // of vars
	ways   []bodyWay
	faults []bodyFault
	staged []optab.Type
	width  int
}

// uniformPart is a number that is a uniform, an element of one, or how many there are along an
// axis.
type uniformPart struct {
	uniform, element int
	axis             int // one more than it, if it is a length
	rows             int // one more than the variable, if it is how many lanes there are from element to element
}

// bodyWay is a way out.
type bodyWay struct {
	mask   codegen.Value
	stores []bodyStore
	left   plan.NativeWay // what the machine does
}

// bodyStore is a value that is stored for lanes that leave: in the top of a variable, or in a
// staged row.
type bodyStore struct {
	value  codegen.Value
	v      int // whose value it is
	staged int // or -1: the top of v
}

// bodyFault is a micro-op at which lanes may fault, or the terminator.
type bodyFault struct {
	step int
	mask codegen.Value
}

// body makes the straight-line code of a superblock.
func (m *BlockMaker) body(s *plan.Superblock) (*blockBody, error) {
	b := &blockBody{
		Superblock: s, Builder: codegen.NewBuilder(s.Name, m.set.target.Has), loop: backEdge(s),
		tops: map[int]codegen.Value{}, width: 4, arrays: newBlockArrays(),
	}
	b.active = b.Param(optab.Bool)
	b.parameters()
	for i := range s.Steps {
		if err := b.step(i); err != nil {
			return nil, err
		}
	}
	b.terminator()
	if b.arrays.copied {
		return nil, errArray
	}
	b.finish()
	f := codegen.Expand(&b.F, m.set.target)
	b.F = *f
	b.width = max(b.width, f.Width())
	return b, checkSize(f)
}

// backEdge is the way out that leads back to the beginning, if lanes have nothing more saved
// then, or less.
func backEdge(s *plan.Superblock) int {
	i := slices.Index(s.Ends, s.Entry())
	if i < 0 || len(s.Calls) > 0 || slices.ContainsFunc(s.Changes,
		func(c plan.Change) bool { return c.StackEffects() }) {
		return -1
	}
	return len(s.Exits) + i
}

// parameters adds those of the code.
func (b *blockBody) parameters() {
	vars := b.Plan.Vars
	note := func(v int) {
		if !slices.Contains(b.vars, v) {
			b.vars = append(b.vars, v)
		}
	}
	for i := range b.Values {
		if v := &b.Values[i]; v.Kind == plan.Top && v.Elems == 1 {
			note(v.Var)
		}
	}
	if b.loop >= 0 {
		for _, c := range b.Changes {
			if vars[c.Var].Elems == 1 {
				note(c.Var)
			}
		}
	}
	for _, v := range b.vars {
		b.tops[v] = b.Param(vars[v].Dtype)
		b.widen(vars[v].Dtype)
	}
	b.values = make([]codegen.Value, len(b.Values))
	for i := range b.Values {
		switch v := &b.Values[i]; {
		case v.Kind == plan.Top && v.Elems > 1:
			b.arrays.begin(i, v.Var)
		case v.Kind == plan.Top:
			b.values[i] = b.tops[v.Var]
		case v.Kind == plan.Below:
			b.belows = append(b.belows, i)
			b.values[i] = b.Param(v.Dtype)
			b.widen(v.Dtype)
		}
	}
	if len(b.arrays.of) > 0 {
		b.lanes = b.Param(optab.I64)
		b.widen(optab.I64)
	}
	for i := range b.Values {
		if v := &b.Values[i]; v.Kind == plan.Const && v.Uniform == 0 {
			b.values[i] = b.Constant(v.Dtype, v.Bits)
		}
	}
}

// value is what is read.
func (b *blockBody) value(r plan.Ref) codegen.Value {
	v := &b.Values[r.ID]
	switch {
	case v.Uniform == 0 && v.Elems > 1:
		return b.arrayElement(r.ID, b.Constant(optab.I64, uint64(r.Off)), b.active)
	case v.Uniform == 0:
		return b.values[r.ID]
	}
	p := b.part(uniformPart{uniform: v.Uniform - 1, element: r.Off}, stored(v.Dtype))
	if v.Dtype == optab.Bool {
		return b.Emit(optab.Bool, "ne.i32", p, b.Constant(optab.I32, 0))
	}
	return p
}

// part is the parameter that has a part of a uniform. Such parameters come last.
func (b *blockBody) part(u uniformPart, t optab.Type) codegen.Value {
	i := slices.Index(b.uniforms, u)
	if i < 0 {
		i = len(b.uniforms)
		b.uniforms = append(b.uniforms, u)
		b.SameParam(t)
		b.widen(t)
	}
	return b.F.Params[len(b.F.Params)-len(b.uniforms)+i]
}

// widen notes that there are numbers of a type.
func (b *blockBody) widen(t optab.Type) {
	if t != optab.Bool {
		b.width = max(b.width, t.Size())
	}
}

// step adds a micro-op.
func (b *blockBody) step(i int) error {
	st := &b.Steps[i]
	switch st.Kind {
	case plan.Apply:
		var args []codegen.Value
		for _, r := range st.Reads() {
			if r.ID != plan.None {
				args = append(args, b.value(r))
			}
		}
		v, fault, err := operation(b.Builder, st.Op, args, claims{})
		if err == nil && len(b.F.Code) > 2*maxCode { // some of it may not be needed
			err = checkSize(&b.F)
		}
		if err != nil {
			return err
		}
		b.values[st.Dst] = v
		b.widen(st.Op.Info().Out)
		b.fault(i, fault)
	case plan.Index:
		v, fault := b.element(st)
		b.values[st.Dst] = v
		b.fault(i, fault)
	case plan.Insert:
		at, fault := b.locate(st)
		v := b.value(st.Y)
		b.fault(i, fault)
		b.insert(st, at, v)
	case plan.Move:
		b.values[st.Dst] = b.value(st.X)
	case plan.Leave:
		e := &b.Exits[st.Exit]
		changes, calls := b.Plan.Deltas.Expand(e.Delta)
		gone, stay := "and.bool", "andnot.bool"
		if e.Not {
			gone, stay = stay, gone
		}
		cond := b.value(st.X)
		b.leave(b.Emit(optab.Bool, gone, b.active, cond), changes, calls)
		b.active = b.Emit(optab.Bool, stay, b.active, cond)
	case plan.Depth: // was tested before
	default:
		return errArray
	}
	return nil
}

// fault ends the lanes that are there and in a mask, if it is one, at a micro-op.
func (b *blockBody) fault(step int, mask codegen.Value) {
	if mask == codegen.NoValue {
		return
	}
	b.faults = append(b.faults, bodyFault{step, b.Emit(optab.Bool, "and.bool", b.active, mask)})
	b.active = b.Emit(optab.Bool, "andnot.bool", b.active, mask)
}

// terminator adds the ways out at the end.
func (b *blockBody) terminator() {
	t := &b.Term
	end := func(mask codegen.Value) { b.leave(mask, b.Changes, b.Calls) }
	switch t.Kind {
	case plan.Branch:
		cond := b.value(t.X)
		yes, no := b.Emit(optab.Bool, "and.bool", b.active, cond), b.Emit(optab.Bool, "andnot.bool", b.active, cond)
		for _, to := range b.Ends {
			switch {
			case t.To == t.OrElse:
				end(b.active)
			case to == t.To:
				end(yes)
			default:
				end(no)
			}
		}
	case plan.Switch:
		x := b.value(t.X)
		typ := b.F.Types[x]
		to, rest := map[int]codegen.Value{}, b.active
		arrive := func(block int, mask codegen.Value) {
			if old, ok := to[block]; ok {
				mask = b.Emit(optab.Bool, "or.bool", old, mask)
			}
			to[block] = mask
		}
		for i, v := range t.Values {
			is := b.Emit(optab.Bool, "eq."+typ.String(), x, b.Constant(typ, v&codegen.WidthMask(typ)))
			arrive(t.Labels[i], b.Emit(optab.Bool, "and.bool", rest, is))
			rest = b.Emit(optab.Bool, "andnot.bool", rest, is)
		}
		arrive(t.OrElse, rest)
		for _, block := range b.Ends {
			end(to[block])
		}
	case plan.Fault:
		b.faults = append(b.faults, bodyFault{len(b.Steps), b.active})
		end(b.Constant(optab.Bool, 0))
	default:
		end(b.active)
	}
}

// leave adds a way out: what the code stores for lanes that take it, and what it leaves to the
// machine. Saved values are the machine's, and so are bools, whose rows are bitmaps.
func (b *blockBody) leave(mask codegen.Value, changes []plan.Change, calls []int) {
	way := bodyWay{mask: mask, left: plan.NativeWay{Calls: calls}}
	stage := func(of int, v codegen.Value) plan.Ref {
		b.widen(b.Plan.Vars[of].Dtype)
		way.stores = append(way.stores, bodyStore{v, of, len(b.staged)})
		b.staged = append(b.staged, b.Plan.Vars[of].Dtype)
		return plan.Ref{ID: len(b.Values) + len(b.staged) - 1}
	}
	b.checkArrays(changes)
	seen := map[int]bool{}
	set := func(v int, value codegen.Value) {
		if b.Plan.Vars[v].Dtype == optab.Bool {
			way.left.Changes = append(way.left.Changes, plan.Change{Var: v, Update: true, Src: stage(v, value)})
			return
		}
		b.widen(b.Plan.Vars[v].Dtype)
		way.stores = append(way.stores, bodyStore{value, v, -1})
	}
	for _, c := range changes {
		seen[c.Var] = true
		if b.Plan.Vars[c.Var].Elems > 1 {
			continue // it was changed in place
		}
		if !c.StackEffects() {
			if c.Update {
				set(c.Var, b.value(c.Src))
			}
			continue
		}
		mine := plan.Change{Var: c.Var, Drop: c.Drop, Pop: c.Pop, SaveTop: c.SaveTop, Src: plan.Ref{ID: plan.None}}
		if c.SaveTop && b.changes(c.Var) { // the row has what it was when the loop began
			mine.SaveTop = false
			mine.Saves = append(mine.Saves, stage(c.Var, b.tops[c.Var]))
			if !c.Update {
				mine.Update, mine.Src = true, stage(c.Var, b.tops[c.Var])
			}
		}
		for _, r := range c.Saves {
			mine.Saves = append(mine.Saves, stage(c.Var, b.value(r)))
		}
		if c.Update {
			mine.Update, mine.Src = true, stage(c.Var, b.value(c.Src))
		}
		way.left.Changes = append(way.left.Changes, mine)
	}
	for _, v := range b.vars {
		if !seen[v] && b.changes(v) {
			set(v, b.tops[v])
		}
	}
	b.ways = append(b.ways, way)
}

// changes reports whether a loop gives a variable another value.
func (b *blockBody) changes(v int) bool {
	return b.loop >= 0 && slices.ContainsFunc(b.Superblock.Changes, func(c plan.Change) bool { return c.Var == v })
}

// finish adds the results: the masks of the ways out and of the lanes that fault, what is
// stored, and what the variables of a loop become.
func (b *blockBody) finish() {
	for _, w := range b.ways {
		b.F.Results = append(b.F.Results, w.mask)
	}
	for _, f := range b.faults {
		b.F.Results = append(b.F.Results, f.mask)
	}
	for _, w := range b.ways {
		for _, st := range w.stores {
			b.F.Results = append(b.F.Results, st.value)
		}
	}
	if b.loop >= 0 {
		for _, v := range b.vars {
			now := b.tops[v]
			for _, c := range b.Superblock.Changes {
				if c.Var == v && c.Update {
					now = b.value(c.Src)
				}
			}
			b.F.Results = append(b.F.Results, now)
		}
	}
	b.Finish()
}

// usualGroups is how many groups advance together: those of a loop wait for each other's
// results.
func (b *blockBody) usualGroups() int {
	if b.loop >= 0 && len(b.F.Code) < looksAfter {
		return 2
	}
	return 1
}
