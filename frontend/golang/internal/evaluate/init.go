package evaluate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// Initialisers of package-level variables, and calls with constant arguments.

// Initialise runs the initialisers and init functions of a package, and before
// them those of what it imports, the first time.
func (e *Evaluator) Initialise(t *load.Package) {
	if t == nil || e.begun[t] {
		return
	}
	e.begun[t] = true
	e.reached = map[any]*heap{}
	for _, p := range t.Types.Imports() {
		e.Initialise(e.host.View.PackageOf(p))
	}
	if t.SSA == nil {
		return
	}
	// A call in a lane may be what asks.
	outer := e.limits
	e.limits = e.forInit
	e.start(t.SSA.Func("init"))
	e.nameSentinels(t)
	e.forInit, e.limits = e.limits, outer
}

// start runs the function that initialises a package. A call in it that cannot
// go on gives poison, and the others are made.
func (e *Evaluator) start(fn *ssa.Function) {
	c := e.code(fn)
	regs := make([]Datum, c.regs)
	var via edge
	var unknown *Poison // instead of what the φs would get
	for {
		b := &c.blocks[via.to]
		var phis []Datum
		for i := range b.phis {
			if unknown != nil {
				phis = append(phis, Datum{Ref: unknown})
			} else {
				phis = append(phis, b.phis[i].args[via.nth].get(regs))
			}
		}
		for i := range b.phis {
			regs[b.phis[i].dst] = phis[i]
		}
		unknown = nil
		for i := range b.insts {
			one := &b.insts[i]
			switch in := one.in.(type) {
			case *ssa.Return:
				return
			case *ssa.Jump:
				via = b.succs[0]
			case *ssa.If:
				cond := one.args[0].get(regs)
				if unknown, _ = cond.Ref.(*Poison); unknown == nil {
					via = b.succs[1-cond.Bits&1]
					break
				}
				// Nobody knows which way it goes: both ways are passed over.
				between, join := untilJoin(fn, via.to)
				e.passOver(fn, c, between, regs, unknown)
				if join < 0 {
					return
				}
				via = edge{to: join}
			case *ssa.Call:
				if callee := in.Call.StaticCallee(); callee != nil && callee.Synthetic == "package initializer" {
					continue // done before
				}
				if bad := e.attempt(func() { e.execute(one, regs) }); bad != nil {
					var args []Datum
					for k := range one.args {
						args = append(args, one.args[k].get(regs))
					}
					regs[one.dst] = e.skipCall(bad, &in.Call, args)
				}
			default:
				bad := e.attempt(func() { e.execute(one, regs) })
				if bad == nil {
					break
				}
				if one.dst < 0 { // a store to nobody knows where
					e.passOver(fn, c, reachedFrom(fn, via.to), regs, bad)
					return
				}
				regs[one.dst] = Datum{Ref: bad}
			}
		}
	}
}

// passOver spoils what some blocks of an initialiser may touch, which are not
// run.
func (e *Evaluator) passOver(fn *ssa.Function, c *code, blocks []int, regs []Datum, why *Poison) {
	t := e.newTouch()
	var given []Datum
	for _, b := range blocks {
		t.block(fn.Blocks[b])
		for i := range c.blocks[b].insts {
			for k := range c.blocks[b].insts[i].args {
				given = append(given, c.blocks[b].insts[i].args[k].get(regs))
			}
		}
	}
	e.spoil(t, given, why)
}

// reachedFrom returns the blocks that are reached from one, itself included.
func reachedFrom(fn *ssa.Function, from int) []int {
	reached := map[int]bool{from: true}
	blocks := []int{from}
	for i := 0; i < len(blocks); i++ {
		for _, s := range fn.Blocks[blocks[i]].Succs {
			if !reached[s.Index] {
				reached[s.Index] = true
				blocks = append(blocks, s.Index)
			}
		}
	}
	return blocks
}

// untilJoin returns the blocks between a branch of an initialiser and the block
// where all its ways meet, or -1 if they do not. Initialisers have no loops.
func untilJoin(fn *ssa.Function, from int) (between []int, join int) {
	// A block is passed when all blocks that lead to it, of those behind the
	// branch, are.
	waits := map[int]int{}
	for _, b := range reachedFrom(fn, from) {
		for _, s := range fn.Blocks[b].Succs {
			waits[s.Index]++
		}
	}
	ready, open := []int{}, map[int]bool{}
	pass := func(b int) {
		for _, s := range fn.Blocks[b].Succs {
			open[s.Index] = true
			if waits[s.Index]--; waits[s.Index] == 0 {
				ready = append(ready, s.Index)
			}
		}
	}
	pass(from)
	for len(ready) > 0 {
		b := ready[len(ready)-1]
		if len(open) == 1 {
			return between, b
		}
		ready = ready[:len(ready)-1]
		delete(open, b)
		between = append(between, b)
		pass(b)
	}
	return between, -1
}

// attempt runs what may not be able to go on.
func (e *Evaluator) attempt(do func()) (bad *Poison) {
	e.steps = max(e.steps, leastSteps)
	return e.Try(do)
}

// Try runs what may not be able to go on, and says why it could not.
func (e *Evaluator) Try(do func()) (bad *Poison) {
	depth := e.depth
	defer func() {
		switch r := recover().(type) {
		case nil:
		case halt:
			e.depth = depth
			bad = r.poison
		default:
			panic(r)
		}
	}()
	do()
	return nil
}

// nameSentinels notes the errors that the variables of a package hold, in the
// order in which they are initialised: of two variables that hold one error,
// it has the name of the first.
func (e *Evaluator) nameSentinels(t *load.Package) {
	for _, one := range t.Info.InitOrder {
		for _, v := range one.Lhs {
			e.nameSentinel(t, v)
		}
	}
	for _, name := range t.Types.Scope().Names() {
		if v, ok := t.Types.Scope().Lookup(name).(*types.Var); ok {
			e.nameSentinel(t, v)
		}
	}
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func (e *Evaluator) nameSentinel(t *load.Package, v *types.Var) {
	g, _ := t.SSA.Members[v.Name()].(*ssa.Global)
	if g == nil || !types.Implements(v.Type(), errorInterface) {
		return
	}
	d := *e.Global(g)
	if !types.IsInterface(v.Type()) {
		d = Datum{Ref: &Dynamic{v.Type(), d}}
	}
	key, ok := e.ErrorKey(d)
	if _, named := e.sentinels[key]; !ok || named {
		return
	}
	name := v.Name()
	if path := v.Pkg().Path(); path != e.host.View.Root.Types.Path() {
		name = path + "." + name
	}
	e.sentinels[key] = name
}

// Sentinel is the name of the variable that holds an error, or "".
func (e *Evaluator) Sentinel(key any) string { return e.sentinels[key] }

// ErrorKey tells errors apart: those of equal values of one type are equal.
func (e *Evaluator) ErrorKey(d Datum) (key any, ok bool) {
	switch ref := d.Ref.(type) {
	case *MadeError:
		return ref, true
	case *Dynamic:
		nans := e.nans
		bad := e.Try(func() { key = gotypes.Key(ref.Type) + " " + e.Key(nil, ref.Val, ref.Type) })
		if bad == nil && e.nans == nans { // else it is not equal to itself
			return key, true
		}
		return ref, true
	}
	return nil, false
}

// ErrorText is the text of an error: that of its Error method, or the name of
// its type if that cannot be computed, as where it depends on what varies. exact
// reports whether it could.
func (e *Evaluator) ErrorText(d Datum) (text string, exact bool) {
	ref, ok := d.Ref.(*Dynamic)
	if !ok {
		return e.text(d), true
	}
	if d, ok := e.method(ref, "Error"); ok {
		if s, ok := d.Ref.(string); ok {
			return s, true
		}
	}
	return types.TypeString(ref.Type, (*types.Package).Name), false
}

// Unwrapped is what a method Unwrap of an error gives, if its type has one that gives one error.
func (e *Evaluator) Unwrapped(d Datum) (inner Datum, ok bool) {
	ref, ok := d.Ref.(*Dynamic)
	if !ok {
		return Datum{}, false
	}
	fn := e.host.View.Method(ref.Type, "Unwrap")
	if fn == nil || fn.Signature.Results().Len() != 1 || !gotypes.IsError(fn.Signature.Results().At(0).Type()) {
		return Datum{}, false
	}
	return e.method(ref, "Unwrap")
}

// method calls a method without arguments of what an interface holds, if there is one that ends soon.
func (e *Evaluator) method(of *Dynamic, name string) (d Datum, ok bool) {
	fn := e.host.View.Method(of.Type, name)
	if fn == nil {
		return Datum{}, false
	}
	outer := e.limits
	if !e.late { // of an error inside an error's text, the limits hold already
		e.limits = limits{late: true, steps: maxCallSteps, cells: maxCallSteps}
	}
	bad := e.Try(func() { d = e.call(nil, fn, []Datum{of.Val}, nil) })
	if !outer.late {
		e.limits = outer
	}
	return d, bad == nil
}

// checkGlobals ends a call in a lane before an instruction that names a variable that is not a table, or is one only as
// long as lanes do not change it.
func (e *Evaluator) checkGlobals(one *inst) {
	if !e.lanes {
		return
	}
	for _, g := range one.globals {
		v, ok := g.Object().(*types.Var)
		if !ok || !e.host.IsTable(v) || e.host.IsWatched(v) {
			e.halt(one.in, "depends on %s", g.Name())
		}
	}
}

const (
	// maxCallSteps bounds a call in a lane that is computed when compiling, and
	// maxCallsSteps all of them.
	maxCallSteps  = 100_000
	maxCallsSteps = 2_000_000
)

// LaneCall runs a call with constant arguments that a lane makes, if it is found
// quickly and with no fault.
func (e *Evaluator) LaneCall(fn *ssa.Function, args []Datum) (result Datum, ok bool) {
	outer := e.limits
	given := min(maxCallSteps, e.callSteps)
	e.limits = limits{lanes: true, late: true, steps: given, cells: given}
	bad := e.Try(func() { result = e.call(nil, fn, args, nil) })
	e.callSteps -= given - max(0, e.steps)
	e.limits = outer
	return result, bad == nil
}

// Again runs a function with what one lane has brought, on the machine on which the lane has run, and
// returns how many of the given steps are left. It is not ok if the call faults, takes more steps or needs
// what is not available here.
func (e *Evaluator) Again(fn *ssa.Function, args []Datum, steps int) (result Datum, left int, ok bool) {
	outer := e.limits
	e.limits = limits{lanes: true, here: true, late: true, steps: steps, cells: MaxCells}
	bad := e.Try(func() { result = e.call(nil, fn, args, nil) })
	left = max(0, e.steps)
	e.limits = outer
	return result, left, bad == nil
}
