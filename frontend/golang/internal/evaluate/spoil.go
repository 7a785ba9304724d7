package evaluate

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// What code that is not run, or not to its end, may have done. Whatever it could
// touch becomes poison: the package-level variables that it names, directly or
// in what it calls, and all memory that can be reached from these and from what
// it is given. It may also have kept that memory, and write to it at any time
// later: so what is found to be reachable from there in the end has changed for
// good (alias.go), even if other code has given it a value since.

// escape is memory that code which is not followed has got.
type escape struct {
	spans []span
	why   *Poison
}

// skip gives the result of a call that is not made, with its arguments.
func (e *Evaluator) skip(p *Poison, args []Datum) Datum {
	if e.late {
		panic(halt{p}) // now nothing may change
	}
	t := e.newTouch()
	for _, c := range reachable(args...).closures {
		t.function(c.Func)
	}
	for _, typ := range reachable(args...).dynamics {
		t.methodsOf(typ)
	}
	e.spoil(t, args, p)
	return Datum{Ref: p}
}

// skipCall is skip for a call of a function that is not known.
func (e *Evaluator) skipCall(p *Poison, common *ssa.CallCommon, args []Datum) Datum {
	if e.late {
		panic(halt{p})
	}
	t := e.newTouch()
	t.call(common)
	e.spoil(t, args, p)
	return e.skip(p, args)
}

// spoil makes poison of everything that some code may have touched, besides what
// it was given.
func (e *Evaluator) spoil(t *touch, given []Datum, why *Poison) {
	t.run()
	h := reachable(given...)
	for g := range t.globals {
		h.add(Datum{Ref: e.Global(g)})
	}
	if len(h.spans)+len(h.maps) == 0 {
		return
	}
	spoiled := *why
	spoiled.By = true
	for _, s := range h.spans {
		for i := range s.places() {
			if d := &s.places()[i]; !isAggregate(*d) {
				d.Ref = &spoiled
			}
		}
	}
	for _, m := range h.maps {
		m.Bad = &spoiled
	}
	e.escapes = append(e.escapes, &escape{h.spans, why})
}

func isAggregate(d Datum) bool { _, ok := d.Ref.(Aggregate); return ok }

// touch finds what code may name if it runs.
type touch struct {
	e       *Evaluator
	globals map[*ssa.Global]bool
	seen    map[*ssa.Function]bool
	types   map[types.Type]bool
	work    []*ssa.Function
}

func (e *Evaluator) newTouch() *touch {
	return &touch{e: e, globals: map[*ssa.Global]bool{}, seen: map[*ssa.Function]bool{}, types: map[types.Type]bool{}}
}

// function adds a function that may be called.
func (t *touch) function(fn *ssa.Function) {
	if fn != nil && !t.seen[fn] {
		t.seen[fn] = true
		t.work = append(t.work, fn)
	}
}

func (t *touch) run() {
	for len(t.work) > 0 {
		fn := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		for _, b := range fn.Blocks {
			t.block(b)
		}
	}
}

// block adds what a block names: a function may be called by whoever gets it.
func (t *touch) block(b *ssa.BasicBlock) {
	for _, in := range b.Instrs {
		if call, ok := in.(ssa.CallInstruction); ok {
			t.call(call.Common())
		}
		for _, o := range in.Operands(nil) {
			t.operand(*o)
		}
	}
}

func (t *touch) operand(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Global:
		t.globals[v] = true
	case *ssa.Function:
		t.function(v)
	}
}

// call adds what a call may call and is given.
func (t *touch) call(c *ssa.CallCommon) {
	t.operand(c.Value)
	for _, a := range c.Args {
		t.operand(a)
	}
	if c.IsInvoke() {
		for _, fn := range t.e.callees().methods[c.Method.Name()] {
			t.function(fn)
		}
		return
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin || c.StaticCallee() != nil {
		return
	}
	for _, fn := range t.e.callees().values[signatureKey(c.Signature())] {
		t.function(fn)
	}
}

// methodsOf adds the methods of a type.
func (t *touch) methodsOf(typ types.Type) {
	if t.types[typ] {
		return
	}
	t.types[typ] = true
	prog := t.e.host.View.Prog
	methods := prog.MethodSets.MethodSet(typ)
	for i := range methods.Len() {
		t.function(prog.MethodValue(methods.At(i)))
	}
}

// index finds the functions that may be meant where it is not said which.
type index struct {
	methods map[string][]*ssa.Function // by name
	values  map[string][]*ssa.Function // by type, of those that are not only called
	seen    map[types.Type]bool
}

// callees is the index, which is made when it is first asked for.
func (e *Evaluator) callees() *index {
	return e.host.View.Once(func() any { return e.newIndex() }).(*index)
}

func (e *Evaluator) newIndex() *index {
	ix := &index{map[string][]*ssa.Function{}, map[string][]*ssa.Function{}, map[types.Type]bool{}}
	seen, isValue := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	var work []*ssa.Function
	add := func(fn *ssa.Function) {
		if fn != nil && !seen[fn] {
			seen[fn] = true
			work = append(work, fn)
		}
	}
	value := func(fn *ssa.Function) {
		if !isValue[fn] {
			isValue[fn] = true
			key := signatureKey(fn.Signature)
			ix.values[key] = append(ix.values[key], fn)
		}
		add(fn)
	}
	for _, t := range e.host.View.Packages {
		if t.SSA == nil {
			continue
		}
		add(t.SSA.Func("init"))
		for _, name := range t.Types.Scope().Names() {
			fn, _ := t.SSA.Members[name].(*ssa.Function)
			add(fn)
		}
	}
	var operands []*ssa.Value
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				var called ssa.Value
				if call, ok := in.(ssa.CallInstruction); ok {
					called = call.Common().Value
				}
				if made, ok := in.(*ssa.MakeInterface); ok {
					ix.addMethods(e.host.View.Prog, made.X.Type(), add)
				}
				operands = in.Operands(operands[:0])
				for _, o := range operands {
					if f, ok := (*o).(*ssa.Function); ok {
						if *o == called {
							add(f)
						} else {
							value(f)
						}
					}
				}
			}
		}
	}
	return ix
}

// addMethods adds the methods of what becomes an interface.
func (ix *index) addMethods(prog *ssa.Program, t types.Type, add func(*ssa.Function)) {
	if ix.seen[t] {
		return
	}
	ix.seen[t] = true
	methods := prog.MethodSets.MethodSet(t)
	for i := range methods.Len() {
		if fn := prog.MethodValue(methods.At(i)); fn != nil {
			ix.methods[fn.Name()] = append(ix.methods[fn.Name()], fn)
			add(fn)
		}
	}
}

// signatureKey is equal for function types that are identical, whatever their
// parameters are called.
func signatureKey(sig *types.Signature) string {
	var key strings.Builder
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range list.Variables() {
			key.WriteString(gotypes.Key(v.Type()))
			key.WriteByte(',')
		}
		key.WriteByte(';')
	}
	return key.String()
}
