package golang

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// Deferred calls. They run where the function returns, the last one first, with what they
// were given when they were deferred. Which of them run there must be known: each has been
// deferred on all ways to a return, or on none. A lane that faults ends at once, as nothing that a
// deferred call does in a panic can be seen but by recover, which is refused.

// defers are the deferred calls of a function.
type defers struct {
	at map[*ssa.RunDefers][]*ssa.Defer // the last one first
	// unclear are those of which it is not known whether they run.
	unclear map[*ssa.Defer]bool
}

// deferredCalls finds which deferred calls run where a function returns.
func deferredCalls(fn *ssa.Function) *defers {
	d := &defers{at: map[*ssa.RunDefers][]*ssa.Defer{}, unclear: map[*ssa.Defer]bool{}}
	var calls []*ssa.Defer
	var ends []*ssa.RunDefers
	for _, blk := range ssaflow.ReversePostorder(fn) {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Defer:
				calls = append([]*ssa.Defer{in}, calls...)
			case *ssa.RunDefers:
				ends = append(ends, in)
			}
		}
	}
	for _, call := range calls {
		d.unclear[call] = call.DeferStack != nil || ssaflow.Leads(call, call)
		for _, end := range ends {
			switch {
			case call.Block() == end.Block() || call.Block().Dominates(end.Block()):
				d.at[end] = append(d.at[end], call)
			case ssaflow.Leads(call, end):
				d.unclear[call] = true
			}
		}
	}
	return d
}

// operands are what an instruction reads. A return reads what its deferred calls were given, and fmt.Errorf and
// errors.Join the errors that they wrap, wherever the list of their operands has these.
func (g *graph) operands(in ssa.Instruction) []*ssa.Value {
	switch in := in.(type) {
	case *ssa.RunDefers:
		var all []*ssa.Value
		for _, call := range g.defers.at[in] {
			all = call.Operands(all)
		}
		return all
	case *ssa.Call:
		all := in.Operands(nil)
		for _, w := range wrappedOperands(in) {
			all = append(all, &w.v)
		}
		joined, _ := joinedErrors(in)
		for _, v := range joined {
			all = append(all, &v)
		}
		return all
	}
	return in.Operands(nil)
}

// deferCall refuses a call that cannot be deferred.
func (b *body) deferCall(in *ssa.Defer) {
	if b.graph.defers.unclear[in] {
		b.fail("defer in a loop, or where only some ways to a return lead through, is not available in batched code; " +
			"call the function before each return")
	}
	if f, ok := in.Call.Value.(*ssa.Builtin); ok {
		b.fail("defer of %s is not available in batched code; defer a function literal that calls it", f.Name())
	}
}

// runDeferred calls what was deferred.
func (b *body) runDeferred(in *ssa.RunDefers) {
	calls := b.graph.defers.at[in]
	b.callees, b.nth = len(calls), 0
	for _, call := range calls {
		if _, builtin := call.Call.Value.(*ssa.Builtin); builtin || b.graph.defers.unclear[call] {
			b.giveUp()
		}
		if at := b.place(call.Pos()); at.IsValid() {
			b.at = at
		}
		a := b.atom(call.Call.Value)
		if a.Kind == known.OneOf {
			b.fail("defer of a function that is another one in other lanes is not available in batched code; defer a " +
				"function literal that calls it")
		}
		b.callOption(&call.Call, a)
		if b.emitting() && b.dead {
			return
		}
	}
}

// locks translates a method of a mutex, and reports whether a function is one: what is a lane's
// own, or the same for all and read only, needs no lock.
func (b *body) locks(fn *ssa.Function, common *ssa.CallCommon) bool {
	if !gotypes.IsLock(fn.Signature) {
		return false
	}
	if g, ok := common.Args[0].(*ssa.Global); ok {
		b.fail("%s is one mutex for all lanes, and lanes share nothing that changes; leave it out, or keep it in what "+
			"each lane has", g.Name())
	}
	if b.atom(common.Args[0]).Kind == known.Nothing {
		b.nilDereference()
	}
	b.define(known.Value{})
	return true
}
