package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Calls. Which function is called is known: the name says it, or the function
// value, or the dynamic type of the interface. The callee is instantiated for
// the arguments and for the memory that they refer to; see
// calls_regions.go.

// Tags of an instance's inputs and outputs, beside paramTag and freeTag.
const resultTag = "result"

func callerTag(i int) string   { return "m" + itoa(i) } // in: contents; out: touched
func arenaTag(i int) string    { return "A" + itoa(i) } // the same for an arena, whose name it is
func cellsTag(m string) string { return "c" + m }       // out: contents of the caller's region m
const madeTag = "made"         // out: the regions that the callee made

// call translates a call of a function, a built-in or an intrinsic.
func (b *body) call(in *ssa.Call) {
	common := &in.Call
	if b.cloneKept(in) {
		return
	}
	if builtin, ok := common.Value.(*ssa.Builtin); ok {
		b.builtin(in, builtin.Name())
		return
	}
	a := b.atom(common.Value)
	b.callees, b.nth = len(a.Options()), 0
	release := b.keepLive(in)
	if a.Kind == known.OneOf {
		b.callOneOf(in, a)
	} else {
		b.callOption(common, a)
	}
	release()
}

// callOption calls a function or a method of what is known.
func (b *body) callOption(common *ssa.CallCommon, a known.Atom) {
	var args []known.Value
	var fn *ssa.Function
	var bound known.Value
	switch {
	case common.IsInvoke() && a.Kind == known.Boxed:
		fn = b.prog.LookupMethod(a.Type, common.Method.Pkg(), common.Method.Name())
		args = append(args, b.unboxed(a))
	case common.IsInvoke() && a.Kind == known.Number:
		b.errorMethod(a.Nums[0])
		return
	case a.Kind == known.Function:
		fn, bound = a.Func, a.Parts
	case a.Kind == known.Nothing:
		b.nilDereference()
	default:
		b.refuseKind(a, common.Value.Type())
	}
	if fn == nil {
		b.fail("%s is not available in batched code", common.Description())
	}
	if b.locks(fn, common) {
		return
	}
	name := pathOf(fn)
	if b.fromLibrary(common, name) || b.onlySays(name) || b.overlaps(common, fn) ||
		b.joinsErrors() {
		return
	}
	if fn.Blocks == nil {
		b.foreign(common, fn)
		return
	}
	for _, v := range common.Args {
		args = append(args, b.settleAll(b.value(v)))
	}
	b.invoke(fn, args, b.settleAll(bound))
}

// nilDereference faults as Go does. It does not return.
func (b *coder) nilDereference() { b.never(faultNil, "") }

// never translates an instruction that always faults, as far as is known: the
// analysis has no value for it, until more comes in. It does not return.
func (b *coder) never(code optab.Code, msg string) {
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
		tag := callerTag(len(iv.theirs.Order) - len(b.kept.arenas))
		return &known.Region{Name: tag, Kind: r.Kind, Type: r.Type, Layout: r.Layout, What: r.What, Made: r.Made}
	})
	for _, a := range b.kept.arenas {
		iv.theirs.Adopt(a.region)
	}
	var in []instance.Tagged
	add := func(tag string, v known.Value, varies bool) {
		iv.given[tag] = v
		before := b.abstract(iv.theirs.Value(b.argumentBefore(v)))
		if varies {
			before = before.VaryNumbers(func(int, program.Operand) bool { return true })
		}
		in = append(in, instance.Tagged{Tag: tag, Operand: before})
	}
	for i, a := range args {
		add(paramTag(i), a, b.variesInside(fn, i, a))
	}
	for i, v := range fn.FreeVars {
		n := len(b.layouts.Of(v.Type()).Leaves)
		add(freeTag(i), bound[:n], false)
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
		theirs := iv.theirs.To[r.Name]
		in = append(in, instance.Tagged{Tag: theirs.Name,
			Operand: known.Contents{Region: theirs, Cells: b.abstract(cells)}})
	}
	iv.mine = iv.theirs.Order
	iv.in, _ = instance.NewBundle(in...) // the tags differ
	return iv
}

// invoke calls a function from source.
func (b *body) invoke(fn *ssa.Function, args []known.Value, bound known.Value) {
	if v, ok := b.computed(fn, args, bound); ok {
		b.define(v)
		return
	}
	defer func() { b.nth++ }()
	iv := b.hand(fn, args, bound)
	if b.emitting() {
		b.emitCall(iv)
		return
	}
	b.handBack(nil)
	b.called = true
	outs, ok := b.ctx.Call(operator{t: b.translator, fn: fn}, iv.in)
	if !ok {
		b.touchCalled(iv)
		b.wait()
	}
	back := b.back(iv)
	for _, r := range iv.mine {
		theirs := iv.theirs.To[r.Name].Name
		if t, ok := outs.Get(theirs).(known.Touched); ok && b.in.Get(r.Name) != nil {
			b.raiseTouched(r, t)
			if r.Arena && t.Written.Has(arenaTaken) {
				b.touchAll(r)
			}
		} else if ok && t.Room > 0 {
			b.makeRoom(r, t.Room)
		}
		if c, ok := outs.Get(cellsTag(theirs)).(known.Contents); ok {
			b.raiseCells(r, back.Value(c.Cells))
		}
	}
	for _, c := range outs.Get(madeTag).(known.MadeRegions) {
		b.raiseCells(back.Region(c.Region), back.Value(c.Cells))
	}
	b.define(b.keptCopy(back.Value(outs.Get(resultTag).(known.Value))))
}

// unreachable ends a block where nothing gets.
func (b *coder) unreachable() {
	b.block.Term = program.FaultOp{Code: faultPanic, Msg: "unreachable", Pos: b.at}
	b.dead = true
}

// closure translates a function literal that uses variables around it.
func (b *boxing) closure(in *ssa.MakeClosure) {
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
func (b *cursor) checkDepth(parts known.Value) {
	if parts.Depth() >= maxHeld {
		b.tooDeep()
	}
}

func (b *cursor) tooDeep() {
	b.fail("function literals, interfaces or pointers that hold one another are more than %d deep here: each level "+
		"of a recursion would be a function of its own; pass numbers instead", maxHeld)
}
