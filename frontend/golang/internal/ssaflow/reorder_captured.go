package ssaflow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Function literals that rounds of a loop over a map call and that add to variables that they captured, or raise them
// to a maximum.

// captured is a variable that a function literal captured: where it is, as far as the loop's function knows, and how
// integers are combined in it.
type captured struct {
	place ssa.Value
	how   string
	at    token.Pos
}

// onlyAdds reports whether a call does no more than to read variables that function literals captured and to combine
// integers in such, and keeps which. It must be known what is called.
func (l *mapLoop) onlyAdds(call *ssa.Call) bool {
	fns, known := []*ssa.Function{call.Call.StaticCallee()}, true
	if fns[0] == nil && l.facts.Callees != nil {
		fns, known = l.facts.Callees(call)
	}
	return known && !slices.ContainsFunc(fns, func(fn *ssa.Function) bool { return !l.adds(call, fn) })
}

func (l *mapLoop) adds(call *ssa.Call, fn *ssa.Function) bool {
	if fn == nil || fn.Blocks == nil || fn.Synthetic != "" {
		return false
	}
	placeOf := func(addr ssa.Value) ssa.Value {
		v, ok := addr.(*ssa.FreeVar)
		if !ok || v.Parent() != fn {
			return nil
		}
		if made, ok := call.Call.Value.(*ssa.MakeClosure); ok {
			return made.Bindings[slices.Index(fn.FreeVars, v)]
		}
		return v // of another function: a variable that this one has not made
	}
	combines := map[*ssa.UnOp]bool{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok || placeOf(st.Addr) == nil {
				continue
			}
			how, load := combinedIn(st)
			if load == nil || l.isOwn(placeOf(st.Addr)) {
				return false
			}
			combines[load] = true
			l.sums = append(l.sums, captured{placeOf(st.Addr), how, call.Pos()})
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if placeOf(in.Addr) != nil {
					continue
				}
			case *ssa.UnOp:
				if place := placeOf(in.X); place != nil && in.Op == token.MUL {
					if !combines[in] {
						l.peeks = append(l.peeks, captured{place: place, at: call.Pos()})
					}
					continue
				}
			case *ssa.Call:
				if !l.facts.plainCall(in) {
					return false
				}
			case *ssa.MapUpdate, *ssa.Lookup:
				return false
			}
			if !isLocal(in) {
				return false
			}
		}
	}
	return true
}

// combinedIn says how a store changes an integer so that the order of such stores cannot be seen, and which load that
// begins with; or nothing.
func combinedIn(st *ssa.Store) (how string, load *ssa.UnOp) {
	if (&mapLoop{}).addsTo(st) {
		op := st.Val.(*ssa.BinOp)
		return combining[op.Op], op.X.(*ssa.UnOp)
	}
	was := func(v ssa.Value) *ssa.UnOp {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && SamePlace(load.X, st.Addr) && len(Uses(load)) == 1 {
			return load
		}
		return nil
	}
	if !isInteger(pointee(st.Addr)) {
		return "", nil
	}
	if call, ok := st.Val.(*ssa.Call); ok && len(Uses(call)) == 1 && len(call.Call.Args) == 2 {
		f, ok := call.Call.Value.(*ssa.Builtin)
		if load := was(call.Call.Args[0]); ok && load != nil && (f.Name() == "min" || f.Name() == "max") {
			return f.Name(), load
		}
		return "", nil
	}
	cond, raises := decidesStore(st)
	if cond == nil || mirrored[cond.Op] == 0 {
		return "", nil
	}
	op := cond.Op
	if load = was(cond.X); load != nil && cond.Y == st.Val {
		op = mirrored[op]
	} else if load = was(cond.Y); load == nil || cond.X != st.Val {
		return "", nil
	}
	if !runsOn(load, cond) {
		return "", nil
	}
	if (op == token.GTR || op == token.GEQ) == raises {
		return "max", load
	}
	return "min", load
}

// decidesStore returns the comparison that decides whether a store runs, and nothing else: it runs where that is as
// raises says.
func decidesStore(st *ssa.Store) (cond *ssa.BinOp, raises bool) {
	b := st.Block()
	if len(b.Preds) != 1 || len(b.Succs) != 1 {
		return nil, false
	}
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		if _, ok := in.(*ssa.DebugRef); !ok && in != ssa.Instruction(st) {
			return nil, false
		}
	}
	from, to := b.Preds[0], b.Succs[0]
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] != to && from.Succs[1] != to || from.Succs[0] == from.Succs[1] {
		return nil, false
	}
	for _, in := range to.Instrs {
		if _, ok := in.(*ssa.Phi); ok {
			return nil, false
		}
	}
	if cond, ok = branch.Cond.(*ssa.BinOp); !ok || len(Uses(cond)) != 1 || cond.Block() != from {
		return nil, false
	}
	return cond, from.Succs[0] == b
}

// runsOn reports whether nothing changes memory between a load and the end of its block, in which a comparison is.
func runsOn(load *ssa.UnOp, cond *ssa.BinOp) bool {
	b := load.Block()
	return b == cond.Block() && !slices.ContainsFunc(b.Instrs[slices.Index(b.Instrs, ssa.Instruction(load)):],
		func(in ssa.Instruction) bool {
			switch in := in.(type) {
			case *ssa.Store, *ssa.MapUpdate:
				return true
			case *ssa.Call:
				_, builtin := in.Call.Value.(*ssa.Builtin)
				return !builtin
			}
			return false
		})
}

// addedUp judges what function literals combine in variables: nothing else of a round looks at these, or changes them
// in another way.
func (l *mapLoop) addedUp() {
	for _, sum := range l.sums {
		for _, other := range l.sums {
			if mayOverlap(sum.place, other.place) && sum.how != other.how {
				l.fail(sum.at, storesAlike)
			}
		}
		for _, st := range l.stores {
			if mayOverlap(sum.place, st.Addr) && !(l.addsTo(st) && combining[st.Val.(*ssa.BinOp).Op] == sum.how) {
				l.fail(sum.at, storesAlike)
			}
		}
		for _, in := range l.rounds {
			load, ok := in.(*ssa.UnOp)
			if ok && load.Op == token.MUL && !l.isOwn(load.X) && mayOverlap(load.X, sum.place) && !l.isSummed(load) {
				l.fail(sum.at, "a round reads what another one may have stored")
			}
		}
	}
	for _, peek := range l.peeks {
		if slices.ContainsFunc(l.sums, func(sum captured) bool { return mayOverlap(peek.place, sum.place) }) ||
			slices.ContainsFunc(l.stores, func(st *ssa.Store) bool { return mayOverlap(peek.place, st.Addr) }) {
			l.fail(peek.at, "what is called here may look at what other rounds change")
		}
	}
}

// isSummed reports whether a load of a round is what a store adds to.
func (l *mapLoop) isSummed(load *ssa.UnOp) bool {
	return slices.ContainsFunc(l.stores, func(st *ssa.Store) bool { return l.isAdded(load, st) })
}
