package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// Initialisers of package-level variables, and calls with constant arguments.

// initialise runs the initialisers and init functions of a package, and before
// them those of what it imports, the first time.
func (e *evaluator) initialise(t *typed) {
	if t == nil || e.begun[t] {
		return
	}
	e.begun[t] = true
	for _, p := range t.pkg.Imports() {
		e.initialise(e.t.loaded.byTypes[p])
	}
	if t.ssa == nil {
		return
	}
	// A call in a lane may be what asks.
	outer := e.limits
	e.limits = e.forInit
	e.start(t.ssa.Func("init"))
	e.nameSentinels(t)
	e.forInit, e.limits = e.limits, outer
}

// start runs the function that initialises a package. A call in it that cannot
// go on gives poison, and the others are made.
func (e *evaluator) start(fn *ssa.Function) {
	c := e.code(fn)
	regs := make([]datum, c.regs)
	var via edge
	for {
		b := &c.blocks[via.to]
		var phis []datum
		for i := range b.phis {
			phis = append(phis, b.phis[i].args[via.nth].get(regs))
		}
		for i := range b.phis {
			regs[b.phis[i].dst] = phis[i]
		}
		for i := range b.insts {
			one := &b.insts[i]
			var bad *poison
			switch in := one.in.(type) {
			case *ssa.Return:
				return
			case *ssa.Jump:
				via = b.succs[0]
				continue
			case *ssa.If:
				cond := one.args[0].get(regs)
				if p, ok := cond.ref.(*poison); ok {
					e.spoilGlobals(fn, fn.Blocks[via.to], p)
					return
				}
				via = b.succs[1-cond.bits&1]
				continue
			case *ssa.Call:
				if callee := in.Call.StaticCallee(); callee != nil && callee.Synthetic == "package initializer" {
					continue // done before
				}
				bad = e.attempt(func() { e.execute(one, regs) })
				if bad != nil {
					var args []datum
					for k := range one.args {
						args = append(args, one.args[k].get(regs))
					}
					regs[one.dst] = e.skip(bad, args)
					e.spoilAfter(in, bad)
				}
			default:
				if bad = e.attempt(func() { e.execute(one, regs) }); bad == nil {
					break
				}
				if one.dst >= 0 {
					regs[one.dst] = datum{ref: bad}
				} else {
					e.spoilGlobals(fn, fn.Blocks[via.to], bad)
					return
				}
			}
		}
	}
}

// attempt runs what may not be able to go on.
func (e *evaluator) attempt(do func()) (bad *poison) {
	e.steps = max(e.steps, leastSteps)
	return e.try(do)
}

func (e *evaluator) try(do func()) (bad *poison) {
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

// spoilAfter makes poison of the variables that a call that did not end may
// have written to.
func (e *evaluator) spoilAfter(in *ssa.Call, p *poison) {
	seen := map[*ssa.Function]bool{}
	if fn := in.Call.StaticCallee(); fn != nil {
		e.spoilMentioned(fn, p, seen)
		return
	}
	e.spoilEverything(p)
}

// spoilEverything is for calls of which nobody knows where they lead.
func (e *evaluator) spoilEverything(p *poison) {
	for _, d := range e.globals {
		e.spoil(d, p, map[any]bool{})
	}
}

// spoilMentioned spoils the variables that a function, or one that it
// mentions, names.
func (e *evaluator) spoilMentioned(fn *ssa.Function, p *poison, seen map[*ssa.Function]bool) {
	if seen[fn] {
		return
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		e.spoilIn(b, p, seen)
	}
}

func (e *evaluator) spoilIn(b *ssa.BasicBlock, p *poison, seen map[*ssa.Function]bool) {
	for _, in := range b.Instrs {
		if call, ok := in.(*ssa.Call); ok && call.Call.IsInvoke() {
			e.spoilEverything(p)
		}
		for _, o := range in.Operands(nil) {
			switch v := (*o).(type) {
			case *ssa.Global:
				e.spoil(e.global(v), p, map[any]bool{})
			case *ssa.Function:
				e.spoilMentioned(v, p, seen)
			}
		}
	}
}

// spoilGlobals spoils what the blocks of an initialiser name, from one on.
func (e *evaluator) spoilGlobals(fn *ssa.Function, from *ssa.BasicBlock, p *poison) {
	reached := map[*ssa.BasicBlock]bool{from: true}
	work := []*ssa.BasicBlock{from}
	seen := map[*ssa.Function]bool{fn: true}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		e.spoilIn(b, p, seen)
		for _, s := range b.Succs {
			if !reached[s] {
				reached[s] = true
				work = append(work, s)
			}
		}
	}
}

// nameSentinels notes the errors that the variables of a package hold, in the
// order in which they are initialised: of two variables that hold one error,
// it has the name of the first.
func (e *evaluator) nameSentinels(t *typed) {
	for _, one := range t.info.InitOrder {
		for _, v := range one.Lhs {
			e.nameSentinel(t, v)
		}
	}
	for _, name := range t.pkg.Scope().Names() {
		if v, ok := t.pkg.Scope().Lookup(name).(*types.Var); ok {
			e.nameSentinel(t, v)
		}
	}
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func (e *evaluator) nameSentinel(t *typed, v *types.Var) {
	g, _ := t.ssa.Members[v.Name()].(*ssa.Global)
	if g == nil || !types.Implements(v.Type(), errorInterface) {
		return
	}
	d := *e.global(g)
	if !types.IsInterface(v.Type()) {
		d = datum{ref: &dynamic{v.Type(), d}}
	}
	key, ok := e.errorKey(d)
	if _, named := e.sentinels[key]; !ok || named {
		return
	}
	name := v.Name()
	if path := v.Pkg().Path(); path != e.t.rootPath() {
		name = path + "." + name
	}
	e.sentinels[key] = name
}

// errorKey tells errors apart: those of equal values of one type are equal.
func (e *evaluator) errorKey(d datum) (key any, ok bool) {
	switch ref := d.ref.(type) {
	case *madeError:
		return ref, true
	case *dynamic:
		if bad := e.try(func() { key = typeKey(ref.typ) + " " + e.key(nil, ref.val, ref.typ) }); bad == nil {
			return key, true
		}
		return ref, true
	}
	return nil, false
}

// errorText is the text of an error: that of its Error method, or the name of
// its type if that cannot be computed.
func (e *evaluator) errorText(d datum) string {
	ref, ok := d.ref.(*dynamic)
	if !ok {
		return e.text(d)
	}
	text := types.TypeString(ref.typ, (*types.Package).Name)
	if fn := e.t.prog.LookupMethod(ref.typ, nil, "Error"); fn != nil {
		outer := e.limits
		e.limits = limits{steps: maxCallSteps, cells: maxCallSteps}
		e.try(func() {
			if s, ok := e.call(nil, fn, []datum{ref.val}, nil).ref.(string); ok {
				text = s
			}
		})
		e.limits = outer
	}
	return text
}

// checkGlobals ends a call in a lane that names a variable that is no table.
func (e *evaluator) checkGlobals(at ssa.Instruction, c *code) {
	for _, g := range c.globals {
		v, ok := g.Object().(*types.Var)
		if !ok || len(e.t.tableOf(v).errs) > 0 {
			e.halt(at, "depends on %s", g.Name())
		}
	}
}

const (
	// maxCallSteps bounds a call in a lane that is computed when compiling, and
	// maxCallsSteps all of them.
	maxCallSteps  = 100_000
	maxCallsSteps = 2_000_000
)

// computed gives the result of a call whose arguments are constants, if it is
// found quickly, with no fault, and is numbers.
func (b *body) computed(fn *ssa.Function, args []value, bound value) (value, bool) {
	if len(bound) > 0 || !plainResults(b.layouts, fn) {
		return nil, false
	}
	var data []datum
	key := []byte(functionKey(fn))
	for i, a := range args {
		d, rest, ok := datumOf(a, fn.Params[i].Type())
		if !ok || len(rest) > 0 {
			return nil, false
		}
		data = append(data, d)
		key = a.AppendKey(key)
	}
	e := b.evaluator
	v, ok := e.calls[string(key)]
	if !ok {
		v = e.laneCall(fn, data)
		e.calls[string(key)] = v
	}
	return v, v != nil
}

// plainResults reports whether a function gives single numbers.
func plainResults(ls layouts, fn *ssa.Function) bool {
	l := ls.of(fn.Signature.Results())
	for _, lf := range l.leaves {
		if lf.ref != nil || len(lf.shape) > 0 || lf.goTyp == goError {
			return false
		}
	}
	return len(l.leaves) > 0
}

// constantOf returns what is one number, function or string and known.
func constantOf(a atom) (datum, bool) {
	switch {
	case a.kind == number && a.nums[0].IsLiteral() && len(a.leaf.shape) == 0 && a.leaf.goTyp != goError:
		return datum{bits: a.nums[0].Bits}, true
	case a.kind == function && len(a.parts) == 0:
		return datum{ref: &closure{fn: a.fn}}, true
	case a.kind == text && a.known:
		return datum{ref: a.text}, true
	}
	return datum{}, false
}

// laneCall returns nil if the call is one that lanes make.
func (e *evaluator) laneCall(fn *ssa.Function, args []datum) value {
	outer := e.limits
	given := min(maxCallSteps, e.callSteps)
	e.limits = limits{lanes: true, steps: given, cells: given}
	var result datum
	bad := e.try(func() { result = e.call(nil, fn, args, nil) })
	e.callSteps -= given - max(0, e.steps)
	e.limits = outer
	if bad != nil {
		return nil
	}
	results := fn.Signature.Results()
	var typ types.Type = results
	if results.Len() == 1 {
		typ = results.At(0).Type()
	}
	var v value
	for k, lf := range e.t.layouts.of(typ).leaves {
		l := &tableLeaf{leaf: lf}
		if bad := e.gather(l, result, typ, k); bad != nil {
			return nil
		}
		v = append(v, numberAtom(lf, program.Lit(lf.dtype, l.data[0])))
	}
	return v
}
