package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

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
	var args []value
	var fn *ssa.Function
	var bound value
	switch callee := common.Value.(type) {
	case *ssa.Function:
		fn = callee
	default:
		a := b.atom(common.Value)
		switch {
		case common.IsInvoke() && a.kind == boxed:
			fn = b.prog.LookupMethod(a.typ, common.Method.Pkg(), common.Method.Name())
			args = append(args, a.parts)
		case common.IsInvoke() && a.kind == number:
			b.fail("the text of an error is not available in batched code; return the error")
		case a.kind == function:
			fn, bound = a.fn, a.parts
		case a.kind == nothing:
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
	given map[string]value // by tag
	// mine are the regions handed over, in the order of their tags, and theirs
	// what the callee calls them.
	mine   []*region
	theirs *renaming
}

// hand prepares the inputs of a call.
func (b *body) hand(fn *ssa.Function, args []value, bound value) *invocation {
	iv := &invocation{given: map[string]value{}}
	iv.theirs = newRenaming(func(r *region) *region {
		return &region{name: callerTag(len(iv.theirs.order)), kind: r.kind, typ: r.typ, layout: r.layout, what: r.what, grown: r.grown, varies: r.varies}
	})
	var in []instance.Tagged
	add := func(tag string, v value) {
		iv.given[tag] = v
		in = append(in, instance.Tagged{Tag: tag, Operand: b.abstract(iv.theirs.value(v))})
	}
	for i, a := range args {
		add(paramTag(i), a)
	}
	for i, v := range fn.FreeVars {
		n := len(b.layouts.of(v.Type()).leaves)
		add(freeTag(i), bound[:n])
		bound = bound[n:]
	}
	// What refers to what: memory that the arguments refer to is at level 1.
	level, levelEnd := 1, len(iv.theirs.order)
	for i := 0; i < len(iv.theirs.order); i++ {
		if i == levelEnd {
			level, levelEnd = level+1, len(iv.theirs.order)
			if level > maxHeld {
				b.tooDeep()
			}
		}
		r := iv.theirs.order[i]
		cells := make(value, len(r.layout.leaves))
		for k, lf := range r.layout.leaves {
			if lf.ref == nil {
				cells[k] = numberAtom(lf, varying())
			} else {
				cells[k] = iv.theirs.atom(b.beforeCall(r, b.cell(r, k)))
			}
		}
		in = append(in, instance.Tagged{Tag: callerTag(i), Operand: contents{iv.theirs.to[r.name], b.abstract(cells)}})
	}
	iv.mine = iv.theirs.order
	iv.in, _ = instance.NewBundle(in...) // the tags differ
	return iv
}

// beforeCall is what the memory of a region may refer to when the current call
// begins, where it is known for the whole function what it may refer to: not to
// what the call is still going to make.
func (b *body) beforeCall(h *region, a atom) atom {
	in := b.cur
	if b.loops[in.Block().Index] && !b.madeAgain(h, in.Block()) {
		return a // an earlier round may have made it
	}
	return b.withoutMade(b.sites[in]+".", a)
}

// withoutMade is an atom that does not refer to regions of a site.
func (b *body) withoutMade(site string, a atom) atom {
	made := func(r *region) bool { return strings.HasPrefix(r.name, site) }
	switch {
	case a.reg == nil:
	case a.reg.kind == choiceRegion && slices.ContainsFunc(a.reg.options, func(o option) bool { return made(o.reg) }):
		var options []option
		for k, o := range a.reg.options {
			switch {
			case !made(o.reg):
				options = append(options, o)
			case a.nums[0] == litI64(int64(k)):
				return atom{kind: nothing}
			}
		}
		if len(options) == 0 {
			return atom{kind: nothing}
		}
		which := varying()
		if a.nums[0].IsLiteral() {
			which = a.nums[0]
			if which != noOption {
				which = litI64(int64(indexOf(options, a.reg.options[which.Bits])))
			}
		}
		a.nums = append([]program.Operand{which}, a.nums[1:]...)
		a.reg = newChoice(options, a.reg.nilable)
	case made(a.reg):
		return atom{kind: nothing}
	}
	if a.parts != nil {
		a.parts = slices.Clone(a.parts)
		for i := range a.parts {
			a.parts[i] = b.withoutMade(site, a.parts[i])
		}
	}
	return a
}

// back renames what a callee gives to the regions of this instance. What the
// callee made is adopted, under the name of the call.
func (b *body) back(mine []*region) *renaming {
	n := newRenaming(b.adopted)
	for i, r := range mine {
		n.to[callerTag(i)] = r
	}
	return n
}

// adopted is the region of a callee under the name that it has here. What the
// callee makes may be of another size for other operands.
func (b *body) adopted(theirs *region) *region {
	b.checkLevels(theirs)
	r := b.site(b.cur, "."+theirs.name, theirs.typ)
	if !types.Identical(r.typ, theirs.typ) {
		r = b.site(b.cur, "."+theirs.name+"_"+clean(theirs.typ.String()), theirs.typ)
	}
	r.grown, r.varies = theirs.grown, theirs.varies
	return r
}

// checkLevels refuses a recursion that gives back what it got from a level below, as
// that is or refers to memory of every level. The name of a region tells by which
// calls it came.
func (b *body) checkLevels(theirs *region) {
	levels := map[*ssa.Function]int{b.fn: 1}
	e, call := b.e, b.cur
	for place := range strings.SplitSeq(theirs.name, ".") {
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
func (b *body) invoke(fn *ssa.Function, args []value, bound value) {
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
		if t, ok := outs.Get(callerTag(i)).(touched); ok && b.in.Get(r.name) != nil {
			_ = b.ctx.Raise(touchedKey{r.name}, t)
		}
		if c, ok := outs.Get(cellsTag(i)).(contents); ok {
			b.raiseCells(r, back.value(c.cells))
		}
	}
	for _, c := range outs.Get(madeTag).(madeRegions) {
		b.raiseCells(back.region(c.reg), back.value(c.cells))
	}
	b.define(back.value(outs.Get(resultTag).(value)))
}

// touchCalled notes what a callee that has not returned yet, and perhaps never
// will, reads and writes of this function's callers' memory.
func (b *body) touchCalled(iv *invocation) {
	for i, r := range iv.mine {
		if b.in.Get(r.name) == nil {
			continue
		}
		if t, ok := b.ctx.ReadCalled(touchedKey{callerTag(i)}).(touched); ok {
			_ = b.ctx.Raise(touchedKey{r.name}, t)
		}
	}
}

// raiseCells joins what is known statically of a region's leaves.
func (b *body) raiseCells(r *region, cells value) {
	for k, lf := range r.layout.leaves {
		if lf.ref != nil && cells[k].kind != number {
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
	give := func(theirs, ours value) {
		given := b.coerce(back.value(theirs), ours).flat(nil)
		for i, o := range theirs.flat(nil) {
			if isVarying(*o) {
				op.In = append(op.In, *given[i])
			}
		}
	}
	cb := f.body
	for i := range cb.fn.Params {
		give(callee.In().Get(paramTag(i)).(value), iv.given[paramTag(i)])
	}
	for i := range cb.fn.FreeVars {
		give(callee.In().Get(freeTag(i)).(value), iv.given[freeTag(i)])
	}
	ours := map[string]*region{}
	for i, r := range iv.mine {
		ours[callerTag(i)] = r
	}
	b.checkOrder(f, ours)
	cellOf := func(r *region, k int) value {
		if lf := r.layout.leaves[k]; lf.ref == nil {
			return value{numberAtom(lf, varying())}
		}
		return value{cb.cell(r, k)}
	}
	for _, part := range f.given {
		m := b.memory(ours[part.region.name])
		give(cellOf(part.region, part.leaf), m.atoms[part.leaf:part.leaf+1])
	}

	outs := callee.Outputs()
	var result value
	if outs != nil {
		var names []string
		result, names = b.nameResults(back.value(outs.Get(resultTag).(value)))
		op.Out = append(op.Out, names...)
	}
	var later []func() // what is computed of results
	take := func(theirs value, m *memory, k int) {
		mine := m.atoms[k : k+1]
		given := back.value(theirs)
		if choosesAmong(mine, given) {
			given = given.clone()
			names := b.cellVars(b.f.name+".t", m.reg.layout.leaves[k], given[0])
			op.Out = append(op.Out, names...)
			for _, o := range given.flat(nil) {
				if isVarying(*o) {
					o.Name, names = names[0], names[1:]
				}
			}
			later = append(later, func() { b.copy(b.assignment(m, k, given[0])) })
			return
		}
		got := b.coerce(mine, given).flat(nil)
		for i, o := range mine.flat(nil) {
			own := slices.Contains(m.names[k], o.Name)
			switch {
			case isVarying(*got[i]):
				op.Out = append(op.Out, o.Name)
			case own:
				after.Out = append(after.Out, program.Output{Name: o.Name})
				after.In = append(after.In, *got[i])
			}
		}
	}
	checked := map[string]bool{}
	for _, part := range f.taken {
		if r := ours[part.region.name]; r != nil {
			take(cellOf(part.region, part.leaf), b.memory(r), part.leaf)
			continue
		}
		r := b.adopted(part.region)
		if !checked[r.name] {
			checked[r.name] = true
			if f.writesTo(r, ours) {
				b.checkLoop(r)
			} else {
				// What the callee is given is a copy: it may be an earlier round's.
				b.checkMade(r, liveAfter)
			}
		}
		m := b.remember(r, b.f.name+"."+part.region.name, nil)
		theirs := value{numberAtom(part.region.layout.leaves[part.leaf], varying())}
		if part.region.layout.leaves[part.leaf].ref != nil {
			cells := outs.Get(madeTag).(madeRegions).of(part.region.name)
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
func choosesAmong(to, v value) bool {
	for i := range v {
		if to[i].reg != nil && v[i].reg != nil && v[i].reg.kind == choiceRegion && to[i].reg.name != v[i].reg.name {
			return true
		}
		if len(v[i].parts) > 0 && len(v[i].parts) == len(to[i].parts) && choosesAmong(to[i].parts, v[i].parts) {
			return true
		}
	}
	return false
}

// writesTo reports whether a callee writes to a region that it is given.
func (f *emitted) writesTo(r *region, ours map[string]*region) bool {
	return slices.ContainsFunc(f.taken, func(p memoryPart) bool {
		to := ours[p.region.name]
		return to != nil && to.name == r.name
	})
}

// unreachable ends a block where nothing gets.
func (b *body) unreachable() {
	b.block.Term = program.FaultOp{Code: faultPanic, Msg: "unreachable", Pos: b.at}
	b.dead = true
}

// nameResults gives variables to the results of a call, with the names of what
// they are assigned to.
func (b *body) nameResults(v value) (value, []string) {
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
	l := b.layouts.of(tuple)
	made := v.clone()
	var names []string
	for i, h := range hints {
		if h == "" {
			h = "t"
		}
		from, to := l.field(i)
		m, n := b.materialise(b.f.name+"."+h, made[from:to], tuple.At(i).Type())
		copy(made[from:to], m)
		names = append(names, n...)
	}
	return made, names
}

// receive notes what the caller's memory refers to.
func (b *body) receive() {
	for _, c := range b.callerRegions() {
		b.raiseCells(c.reg, c.cells)
	}
}

// results returns from the function.
func (b *body) results(in *ssa.Return) {
	var v value
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
	made := newRenaming(func(r *region) *region { return r })
	made.value(v)
	for i, c := range b.callerRegions() {
		made.to[c.reg.name] = c.reg
		t, _ := b.ctx.Read(touchedKey{c.reg.name}).(touched)
		outs = append(outs, instance.Tagged{Tag: callerTag(i), Operand: t})
		if cells, any := b.cells(c.reg); any {
			made.value(cells)
			outs = append(outs, instance.Tagged{Tag: cellsTag(i), Operand: contents{c.reg, cells}})
		}
	}
	var news madeRegions
	for i := 0; i < len(made.order); i++ {
		r := made.order[i]
		if b.in.Get(r.name) != nil {
			continue
		}
		cells, _ := b.cells(r)
		made.value(cells)
		news = append(news, contents{r, cells})
	}
	outs = append(outs, instance.Tagged{Tag: madeTag, Operand: news.sorted()})
	bundle, _ := instance.NewBundle(outs...)
	_ = b.ctx.Return(bundle) // the context records the problem
}

// cells returns the static parts of a region's leaves, and whether it has any.
func (b *body) cells(r *region) (value, bool) {
	cells := make(value, len(r.layout.leaves))
	any := false
	for k, lf := range r.layout.leaves {
		if lf.ref == nil {
			cells[k] = numberAtom(lf, varying())
			continue
		}
		any = true
		cells[k] = b.cell(r, k)
	}
	return b.abstract(cells), any
}

// emitReturn copies the results, and the memory that the caller gets, to their
// variables.
func (b *body) emitReturn(v value) {
	var from []program.Operand
	given := b.coerce(b.f.ret, v).flat(nil)
	for i, o := range b.f.ret.flat(nil) {
		if !o.IsLiteral() && !b.isUniform(o.Name) {
			from = append(from, *given[i])
		}
	}
	for _, part := range b.f.taken {
		m := b.memory(part.region)
		cell := value{numberAtom(part.region.layout.leaves[part.leaf], varying())}
		if part.region.layout.leaves[part.leaf].ref != nil {
			cell = value{b.cell(part.region, part.leaf)}
		}
		have := b.coerce(cell, m.atoms[part.leaf:part.leaf+1]).flat(nil)
		for i, o := range cell.flat(nil) {
			if isVarying(*o) {
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
	a := atom{kind: function, fn: in.Fn.(*ssa.Function)}
	for _, v := range in.Bindings {
		a.parts = append(a.parts, b.settleAll(b.value(v))...)
	}
	b.checkDepth(a.parts)
	b.define(value{a})
}

// maxHeld bounds how many function literals, interfaces and pieces of memory
// hold one another. With recursion there would be no end.
const maxHeld = 10

// checkDepth refuses what holds too many others.
func (b *body) checkDepth(parts value) {
	if parts.depth() >= maxHeld {
		b.tooDeep()
	}
}

func (b *body) tooDeep() {
	b.fail("function literals, interfaces or pointers that hold one another are more than %d deep here: each level of a recursion would be a function of its own; pass numbers instead", maxHeld)
}

// depth is how many functions and interfaces hold one another in a value.
func (v value) depth() int {
	d := 0
	for _, a := range v {
		if a.parts != nil {
			d = max(d, 1+a.parts.depth())
		}
	}
	return d
}
