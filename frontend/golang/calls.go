package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/names"
	"github.com/lockstep-simt/lockstep/frontend/instance"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Calls. Which function is called is known: the name says it, or the function
// value, or the dynamic type of the interface. The callee is instantiated for
// the arguments and for the memory that they refer to; see region.go.

// Tags of an instance's inputs and outputs, beside paramTag and freeTag.
const resultTag = "result"

func callerTag(i int) string { return "m" + itoa(i) } // in: contents; out: touched
func cellsTag(i int) string  { return "c" + itoa(i) } // out: contents of the caller's region i
const madeTag = "made"       // out: the regions that the callee made

// call translates a call of a function, a built-in or an intrinsic.
func (b *body) call(in *ssa.Call) {
	common := &in.Call
	if builtin, ok := common.Value.(*ssa.Builtin); ok {
		b.builtin(in, builtin.Name())
		return
	}
	var args []known.Value
	var fn *ssa.Function
	var bound known.Value
	switch callee := common.Value.(type) {
	case *ssa.Function:
		fn = callee
	default:
		a := b.atom(common.Value)
		switch {
		case common.IsInvoke() && a.Kind == known.Boxed:
			fn = b.prog.LookupMethod(a.Type, common.Method.Pkg(), common.Method.Name())
			args = append(args, a.Parts)
		case common.IsInvoke() && a.Kind == known.Number:
			b.fail("the text of an error is not available in batched code; return the error")
		case a.Kind == known.Function:
			fn, bound = a.Func, a.Parts
		case a.Kind == known.Nothing:
			b.nilDereference()
		default:
			b.refuseKind(a, common.Value.Type())
		}
	}
	if fn == nil {
		b.fail("%s is not available in batched code", common.Description())
	}
	if fn.Blocks == nil {
		b.foreign(in, fn)
		return
	}
	for _, v := range common.Args {
		args = append(args, b.settleAll(b.value(v)))
	}
	b.invoke(fn, args, b.settleAll(bound))
}

// nilDereference faults as Go does. It does not return.
func (b *body) nilDereference() { b.never(faultNil, "") }

// never translates an instruction that always faults, as far as is known: the
// analysis has no value for it, until more comes in. It does not return.
func (b *body) never(code optab.Code, msg string) {
	if !b.emitting() {
		b.wait()
	}
	b.block.Term = program.FaultOp{Code: code, Msg: msg, Pos: b.at}
	b.dead = true
	b.giveUp()
}

// invocation is a call of an instance: what is handed over.
type invocation struct {
	in    instance.Bundle
	given map[string]known.Value // by tag
	// mine are the regions handed over, in the order of their tags, and theirs
	// what the callee calls them.
	mine   []*known.Region
	theirs *known.Renaming
}

// hand prepares the inputs of a call.
func (b *body) hand(fn *ssa.Function, args []known.Value, bound known.Value) *invocation {
	iv := &invocation{given: map[string]known.Value{}}
	iv.theirs = known.NewRenaming(func(r *known.Region) *known.Region {
		return &known.Region{Name: callerTag(len(iv.theirs.Order)), Kind: r.Kind, Type: r.Type, Layout: r.Layout, What: r.What, Grown: r.Grown, Varies: r.Varies}
	})
	var in []instance.Tagged
	add := func(tag string, v known.Value) {
		iv.given[tag] = v
		in = append(in, instance.Tagged{Tag: tag, Operand: b.abstract(iv.theirs.Value(v))})
	}
	for i, a := range args {
		add(paramTag(i), a)
	}
	for i, v := range fn.FreeVars {
		n := len(b.layouts.Of(v.Type()).Leaves)
		add(freeTag(i), bound[:n])
		bound = bound[n:]
	}
	// What refers to what: memory that the arguments refer to is at level 1.
	level, levelEnd := 1, len(iv.theirs.Order)
	for i := 0; i < len(iv.theirs.Order); i++ {
		if i == levelEnd {
			level, levelEnd = level+1, len(iv.theirs.Order)
			if level > maxHeld {
				b.tooDeep()
			}
		}
		r := iv.theirs.Order[i]
		cells := make(known.Value, len(r.Layout.Leaves))
		for k, lf := range r.Layout.Leaves {
			if lf.Ref == nil {
				cells[k] = known.NumberAtom(lf, known.Varying())
			} else {
				cells[k] = iv.theirs.Atom(b.beforeCall(r, b.cell(r, k)))
			}
		}
		in = append(in, instance.Tagged{Tag: callerTag(i), Operand: known.Contents{Region: iv.theirs.To[r.Name], Cells: b.abstract(cells)}})
	}
	iv.mine = iv.theirs.Order
	iv.in, _ = instance.NewBundle(in...) // the tags differ
	return iv
}

// beforeCall is what the memory of a region may refer to when the current call
// begins, where it is known for the whole function what it may refer to: not to
// what the call is still going to make.
func (b *body) beforeCall(h *known.Region, a known.Atom) known.Atom {
	in := b.cur
	if b.loops[in.Block().Index] && !b.madeAgain(h, in.Block()) {
		return a // an earlier round may have made it
	}
	return b.withoutMade(b.sites[in]+".", a)
}

// withoutMade is an atom that does not refer to regions of a site.
func (b *body) withoutMade(site string, a known.Atom) known.Atom {
	made := func(r *known.Region) bool { return strings.HasPrefix(r.Name, site) }
	switch {
	case a.Region == nil:
	case a.Region.Kind == known.ChoiceRegion && slices.ContainsFunc(a.Region.Options, func(o known.Option) bool { return made(o.Region) }):
		var options []known.Option
		for k, o := range a.Region.Options {
			switch {
			case !made(o.Region):
				options = append(options, o)
			case a.Nums[0] == known.Int64(int64(k)):
				return known.Atom{Kind: known.Nothing}
			}
		}
		if len(options) == 0 {
			return known.Atom{Kind: known.Nothing}
		}
		which := known.Varying()
		if a.Nums[0].IsLiteral() {
			which = a.Nums[0]
			if which != known.NoOption {
				which = known.Int64(int64(known.IndexOf(options, a.Region.Options[which.Bits])))
			}
		}
		a.Nums = append([]program.Operand{which}, a.Nums[1:]...)
		a.Region = known.NewChoice(options, a.Region.Nilable)
	case made(a.Region):
		return known.Atom{Kind: known.Nothing}
	}
	if a.Parts != nil {
		a.Parts = slices.Clone(a.Parts)
		for i := range a.Parts {
			a.Parts[i] = b.withoutMade(site, a.Parts[i])
		}
	}
	return a
}

// back renames what a callee gives to the regions of this instance. What the
// callee made is adopted, under the name of the call.
func (b *body) back(mine []*known.Region) *known.Renaming {
	n := known.NewRenaming(b.adopted)
	for i, r := range mine {
		n.To[callerTag(i)] = r
	}
	return n
}

// adopted is the region of a callee under the name that it has here. What the
// callee makes may be of another size for other operands.
func (b *body) adopted(theirs *known.Region) *known.Region {
	b.checkLevels(theirs)
	r := b.site(b.cur, "."+theirs.Name, theirs.Type)
	if !types.Identical(r.Type, theirs.Type) {
		r = b.site(b.cur, "."+theirs.Name+"_"+names.Clean(theirs.Type.String()), theirs.Type)
	}
	r.Grown, r.Varies = theirs.Grown, theirs.Varies
	return r
}

// checkLevels refuses a recursion that gives back what it got from a level below, as
// that is or refers to memory of every level. The name of a region tells by which
// calls it came.
func (b *body) checkLevels(theirs *known.Region) {
	levels := map[*ssa.Function]int{b.fn: 1}
	e, call := b.e, b.cur
	for place := range strings.SplitSeq(theirs.Name, ".") {
		callees := e.Callees(b.translator.graph(e.Operator().(operator).fn).opOf[call])
		if len(callees) == 0 {
			return
		}
		e = callees[0]
		fn := e.Operator().(operator).fn
		if levels[fn]++; levels[fn] > 2 {
			b.fail("what this recursion returns refers to memory that each of its levels makes, and how many there are is not known when compiling; fill an array that is made before, and return an index into it")
		}
		if call = b.translator.graph(fn).makers[place]; call == nil {
			return
		}
	}
}

// invoke calls a function from source.
func (b *body) invoke(fn *ssa.Function, args []known.Value, bound known.Value) {
	if v, ok := b.computed(fn, args, bound); ok {
		b.define(v)
		return
	}
	iv := b.hand(fn, args, bound)
	if b.emitting() {
		b.emitCall(iv)
		return
	}
	outs, ok := b.ctx.Call(operator{t: b.translator, fn: fn}, iv.in)
	if !ok {
		b.touchCalled(iv)
		b.wait()
	}
	back := b.back(iv.mine)
	for i, r := range iv.mine {
		if t, ok := outs.Get(callerTag(i)).(known.Touched); ok && b.in.Get(r.Name) != nil {
			_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, t)
		}
		if c, ok := outs.Get(cellsTag(i)).(known.Contents); ok {
			b.raiseCells(r, back.Value(c.Cells))
		}
	}
	for _, c := range outs.Get(madeTag).(known.MadeRegions) {
		b.raiseCells(back.Region(c.Region), back.Value(c.Cells))
	}
	b.define(back.Value(outs.Get(resultTag).(known.Value)))
}

// touchCalled notes what a callee that has not returned yet, and perhaps never
// will, reads and writes of this function's callers' memory.
func (b *body) touchCalled(iv *invocation) {
	for i, r := range iv.mine {
		if b.in.Get(r.Name) == nil {
			continue
		}
		if t, ok := b.ctx.ReadCalled(known.TouchedKey{Region: callerTag(i)}).(known.Touched); ok {
			_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, t)
		}
	}
}

// raiseCells joins what is known statically of a region's leaves.
func (b *body) raiseCells(r *known.Region, cells known.Value) {
	for k, lf := range r.Layout.Leaves {
		if lf.Ref != nil && cells[k].Kind != known.Number {
			b.raise(r, k, cells[k])
		}
	}
}

// emitCall emits a call: the numbers that vary go in and come out, and with
// them the leaves of memory that the callee reads and writes.
func (b *body) emitCall(iv *invocation) {
	callee := b.e.Callees(b.graph.opOf[b.cur])[0]
	f := b.function(callee)
	op := &program.FunctionCallOp{Callee: f.name, Pos: b.at}
	after := &program.PrimOp{Op: program.OpCopy, Pos: b.at}
	back := b.back(iv.mine) // a choice's options are compared by the names of this side
	give := func(theirs, ours known.Value) {
		given := b.coerce(back.Value(theirs), ours).Flat(nil)
		for i, o := range theirs.Flat(nil) {
			if known.IsVarying(*o) {
				op.In = append(op.In, *given[i])
			}
		}
	}
	cb := f.body
	for i := range cb.fn.Params {
		give(callee.In().Get(paramTag(i)).(known.Value), iv.given[paramTag(i)])
	}
	for i := range cb.fn.FreeVars {
		give(callee.In().Get(freeTag(i)).(known.Value), iv.given[freeTag(i)])
	}
	ours := map[string]*known.Region{}
	for i, r := range iv.mine {
		ours[callerTag(i)] = r
	}
	b.checkOrder(f, ours)
	cellOf := func(r *known.Region, k int) known.Value {
		if lf := r.Layout.Leaves[k]; lf.Ref == nil {
			return known.Value{known.NumberAtom(lf, known.Varying())}
		}
		return known.Value{cb.cell(r, k)}
	}
	for _, part := range f.given {
		m := b.memory(ours[part.region.Name])
		give(cellOf(part.region, part.leaf), m.atoms[part.leaf:part.leaf+1])
	}

	outs := callee.Outputs()
	var result known.Value
	if outs != nil {
		var names []string
		result, names = b.nameResults(back.Value(outs.Get(resultTag).(known.Value)))
		op.Out = append(op.Out, names...)
	}
	var later []func() // what is computed of results
	take := func(theirs known.Value, m *memory, k int) {
		mine := m.atoms[k : k+1]
		given := back.Value(theirs)
		if choosesAmong(mine, given) {
			given = given.Clone()
			names := b.cellVars(b.f.name+".t", m.reg.Layout.Leaves[k], given[0])
			op.Out = append(op.Out, names...)
			for _, o := range given.Flat(nil) {
				if known.IsVarying(*o) {
					o.Name, names = names[0], names[1:]
				}
			}
			later = append(later, func() { b.copy(b.assignment(m, k, given[0])) })
			return
		}
		got := b.coerce(mine, given).Flat(nil)
		for i, o := range mine.Flat(nil) {
			own := slices.Contains(m.names[k], o.Name)
			switch {
			case known.IsVarying(*got[i]):
				op.Out = append(op.Out, o.Name)
			case own:
				after.Out = append(after.Out, program.Output{Name: o.Name})
				after.In = append(after.In, *got[i])
			}
		}
	}
	checked := map[string]bool{}
	for _, part := range f.taken {
		if r := ours[part.region.Name]; r != nil {
			take(cellOf(part.region, part.leaf), b.memory(r), part.leaf)
			continue
		}
		r := b.adopted(part.region)
		if !checked[r.Name] {
			checked[r.Name] = true
			if f.writesTo(r, ours) {
				b.checkLoop(r)
			} else {
				// What the callee is given is a copy: it may be an earlier round's.
				b.checkMade(r, liveAfter)
			}
		}
		m := b.remember(r, b.f.name+"."+part.region.Name, nil)
		theirs := known.Value{known.NumberAtom(part.region.Layout.Leaves[part.leaf], known.Varying())}
		if part.region.Layout.Leaves[part.leaf].Ref != nil {
			cells := outs.Get(madeTag).(known.MadeRegions).Of(part.region.Name)
			theirs = cells[part.leaf : part.leaf+1]
		}
		take(theirs, m, part.leaf)
	}
	b.append(op)
	if len(after.Out) > 0 {
		b.append(after)
	}
	for _, assign := range later {
		assign()
	}
	if outs == nil {
		b.unreachable()
		return
	}
	b.vals[b.cur.(ssa.Value)] = result
}

// choosesAmong reports whether it takes computation to make of a choice the
// numbers that mean the same among the options of another.
func choosesAmong(to, v known.Value) bool {
	for i := range v {
		if to[i].Region != nil && v[i].Region != nil && v[i].Region.Kind == known.ChoiceRegion && to[i].Region.Name != v[i].Region.Name {
			return true
		}
		if len(v[i].Parts) > 0 && len(v[i].Parts) == len(to[i].Parts) && choosesAmong(to[i].Parts, v[i].Parts) {
			return true
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

// unreachable ends a block where nothing gets.
func (b *body) unreachable() {
	b.block.Term = program.FaultOp{Code: faultPanic, Msg: "unreachable", Pos: b.at}
	b.dead = true
}

// nameResults gives variables to the results of a call, with the names of what
// they are assigned to.
func (b *body) nameResults(v known.Value) (known.Value, []string) {
	in, ok := b.cur.(*ssa.Call)
	if !ok {
		return b.materialise(b.f.name+".t", v, b.cur.(ssa.Value).Type())
	}
	tuple, ok := in.Type().(*types.Tuple)
	if !ok {
		return b.materialise(b.nameFor(in), v, in.Type())
	}
	hints := make([]string, tuple.Len())
	for _, r := range *in.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && hints[x.Index] == "" {
			hints[x.Index] = b.hints[x]
		}
	}
	l := b.layouts.Of(tuple)
	made := v.Clone()
	var names []string
	for i, h := range hints {
		if h == "" {
			h = "t"
		}
		from, to := l.Field(i)
		m, n := b.materialise(b.f.name+"."+h, made[from:to], tuple.At(i).Type())
		copy(made[from:to], m)
		names = append(names, n...)
	}
	return made, names
}

// receive notes what the caller's memory refers to.
func (b *body) receive() {
	for _, c := range b.callerRegions() {
		b.raiseCells(c.Region, c.Cells)
	}
}

// results returns from the function.
func (b *body) results(in *ssa.Return) {
	var v known.Value
	for _, r := range in.Results {
		v = append(v, b.settleAll(b.value(r))...)
	}
	if b.e.Operator().(operator).copies {
		v = b.copyResults(v)
	}
	if b.emitting() {
		b.emitReturn(v)
		return
	}
	outs := []instance.Tagged{{Tag: resultTag, Operand: b.abstract(v)}}
	// Regions of this function that the caller comes to know.
	made := known.NewRenaming(func(r *known.Region) *known.Region { return r })
	made.Value(v)
	for i, c := range b.callerRegions() {
		made.To[c.Region.Name] = c.Region
		t, _ := b.ctx.Read(known.TouchedKey{Region: c.Region.Name}).(known.Touched)
		outs = append(outs, instance.Tagged{Tag: callerTag(i), Operand: t})
		if cells, any := b.cells(c.Region); any {
			made.Value(cells)
			outs = append(outs, instance.Tagged{Tag: cellsTag(i), Operand: known.Contents{Region: c.Region, Cells: cells}})
		}
	}
	var news known.MadeRegions
	for i := 0; i < len(made.Order); i++ {
		r := made.Order[i]
		if b.in.Get(r.Name) != nil {
			continue
		}
		cells, _ := b.cells(r)
		made.Value(cells)
		news = append(news, known.Contents{Region: r, Cells: cells})
	}
	outs = append(outs, instance.Tagged{Tag: madeTag, Operand: news.Sorted()})
	bundle, _ := instance.NewBundle(outs...)
	_ = b.ctx.Return(bundle) // the context records the problem
}

// cells returns the static parts of a region's leaves, and whether it has any.
func (b *body) cells(r *known.Region) (known.Value, bool) {
	cells := make(known.Value, len(r.Layout.Leaves))
	any := false
	for k, lf := range r.Layout.Leaves {
		if lf.Ref == nil {
			cells[k] = known.NumberAtom(lf, known.Varying())
			continue
		}
		any = true
		cells[k] = b.cell(r, k)
	}
	return b.abstract(cells), any
}

// emitReturn copies the results, and the memory that the caller gets, to their
// variables.
func (b *body) emitReturn(v known.Value) {
	var from []program.Operand
	given := b.coerce(b.f.ret, v).Flat(nil)
	for i, o := range b.f.ret.Flat(nil) {
		if !o.IsLiteral() && !b.isUniform(o.Name) {
			from = append(from, *given[i])
		}
	}
	for _, part := range b.f.taken {
		m := b.memory(part.region)
		cell := known.Value{known.NumberAtom(part.region.Layout.Leaves[part.leaf], known.Varying())}
		if part.region.Layout.Leaves[part.leaf].Ref != nil {
			cell = known.Value{b.cell(part.region, part.leaf)}
		}
		have := b.coerce(cell, m.atoms[part.leaf:part.leaf+1]).Flat(nil)
		for i, o := range cell.Flat(nil) {
			if known.IsVarying(*o) {
				from = append(from, *have[i])
			}
		}
	}
	b.copy(b.f.results, from)
	b.block.Term = program.GotoOp{Target: program.Exit, Pos: b.at}
}

// madeBefore reports whether every way to the current instruction makes a
// region, if an instruction of this function does.
func (b *body) madeBefore(name string) bool {
	site, _, _ := strings.Cut(name, ".")
	in := b.makers[site]
	if in == nil || b.cur == nil {
		return true
	}
	if in.Block() == b.cur.Block() {
		return b.opOf[in] <= b.opOf[b.cur]
	}
	return in.Block().Dominates(b.cur.Block())
}

// closure translates a function literal that uses variables around it.
func (b *body) closure(in *ssa.MakeClosure) {
	a := known.Atom{Kind: known.Function, Func: in.Fn.(*ssa.Function)}
	for _, v := range in.Bindings {
		a.Parts = append(a.Parts, b.settleAll(b.value(v))...)
	}
	b.checkDepth(a.Parts)
	b.define(known.Value{a})
}

// maxHeld bounds how many function literals, interfaces and pieces of memory
// hold one another. With recursion there would be no end.
const maxHeld = 10

// checkDepth refuses what holds too many others.
func (b *body) checkDepth(parts known.Value) {
	if parts.Depth() >= maxHeld {
		b.tooDeep()
	}
}

func (b *body) tooDeep() {
	b.fail("function literals, interfaces or pointers that hold one another are more than %d deep here: each level of a recursion would be a function of its own; pass numbers instead", maxHeld)
}
