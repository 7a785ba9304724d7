package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Functions that rounds of a loop over a map call and that only read: a method that sums up the nodes below one, or a
// function literal that does so and calls itself through the variable that it is in.

// reading is what a call looks at in memory.
type reading struct {
	call  *ssa.Call
	facts Facts
	loads []types.Type // of what is loaded, and of maps
	seen  map[*ssa.Function]bool
}

// onlyReads gives what a call reads, and reports whether it does no more: it changes nothing that is there before it.
func (l *mapLoop) onlyReads(call *ssa.Call) (*reading, bool) {
	r := &reading{call: call, facts: l.facts, seen: map[*ssa.Function]bool{}}
	fns, known := []*ssa.Function{calleeOf(call)}, true
	if fns[0] == nil && l.facts.Callees != nil {
		fns, known = l.facts.Callees(call)
	}
	return r, known && !slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return !r.function(fn) })
}

func (r *reading) function(fn *ssa.Function) bool {
	if fn == nil || fn.Blocks == nil {
		return false
	}
	if r.seen[fn] {
		return true
	}
	r.seen[fn] = true
	return !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return !r.instruction(in) })
	})
}

func (r *reading) instruction(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		_, own := base(in.Addr).(*ssa.Alloc)
		return own
	case *ssa.MapUpdate:
		_, own := in.Map.(*ssa.MakeMap)
		return own
	case *ssa.UnOp:
		if in.Op == token.MUL {
			r.loads = append(r.loads, in.Type().Underlying())
		}
		return in.Op != token.ARROW
	case *ssa.Lookup:
		r.loads = append(r.loads, in.X.Type().Underlying())
	case *ssa.Range:
		r.loads = append(r.loads, in.X.Type().Underlying())
	case *ssa.Call:
		if f, ok := in.Call.Value.(*ssa.Builtin); ok {
			r.loads = append(r.loads, in.Call.Args[0].Type().Underlying()) // how many a map has
			return onlyComputes(f)
		}
		return r.facts.plainCall(in) || r.function(calleeOf(in))
	case *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Send, *ssa.Select, *ssa.MakeChan, *ssa.MakeClosure:
		return false
	}
	return true
}

// undisturbed judges calls that read: rounds must not change what they look at.
func (l *mapLoop) undisturbed() {
	var changed []types.Type
	for _, st := range l.stores {
		changed = append(changed, pointee(st.Addr))
	}
	for _, sum := range l.sums {
		changed = append(changed, pointee(sum.place))
	}
	for _, u := range l.maps.changes() {
		changed = append(changed, u.mapType())
	}
	for _, r := range l.readers {
		if slices.ContainsFunc(r.loads, func(of types.Type) bool {
			return slices.ContainsFunc(changed, func(t types.Type) bool { return sharesMemory(t, of) })
		}) {
			l.fail(r.call.Pos(), "what is called here may look at what other rounds change")
		}
	}
}
