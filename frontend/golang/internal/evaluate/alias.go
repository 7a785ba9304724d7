package evaluate

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// Who else can reach the memory of a package-level variable when the program
// begins: what initialisers and init functions have done with it is not read
// from their source, but found in the memory that they leave.

// reach returns what can be reached through a package-level variable.
func (e *Evaluator) reach(g *ssa.Global) *heap {
	h := e.reached[g]
	if h == nil {
		h = reachable(Datum{Ref: e.Global(g)})
		e.reached[g] = h
	}
	return h
}

// aliases lists the other package-level variables through which memory can be
// reached, in the order of the source.
func (e *Evaluator) aliases(g *ssa.Global, own *heap) []*ssa.Global {
	var found []*ssa.Global
	for other := range e.globals {
		if other != g && e.reach(other).overlaps(own) {
			found = append(found, other)
		}
	}
	slices.SortFunc(found, func(a, b *ssa.Global) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.String(), b.String()))
	})
	return found
}

// escaped returns why code that is not followed may change memory, or nil.
func (e *Evaluator) escaped(own *heap) *Poison {
	for _, esc := range e.escapes {
		if e.reachedBy(esc).overlaps(own) {
			return esc.why
		}
	}
	return nil
}

// reachedBy returns what can be reached from memory that has escaped.
func (e *Evaluator) reachedBy(esc *escape) *heap {
	h := e.reached[esc]
	if h == nil {
		h = reachable()
		for _, s := range esc.spans {
			h.coverAll(s.places())
		}
		h.add()
		e.reached[esc] = h
	}
	return h
}

// writer returns a closure that may write to memory whenever it is called, and
// that something keeps, or nil.
func (e *Evaluator) writer(own *heap) *ssa.Function {
	kept := reachable()
	for g := range e.globals {
		kept.add(Datum{Ref: e.Global(g)})
	}
	var found *ssa.Function
	for _, c := range kept.closures {
		if found != nil && found.Pos() <= c.Func.Pos() {
			continue
		}
		for i, free := range c.Free {
			if reachable(free).overlaps(own) && e.writes(c.Func, c.Func.FreeVars[i]) {
				found = c.Func
			}
		}
	}
	return found
}

// writes reports whether a function may write to the memory behind one of its
// parameters or captured variables, or keep it.
func (e *Evaluator) writes(fn *ssa.Function, v ssa.Value) bool {
	w := &writing{e: e, seen: map[ssa.Value]bool{}}
	w.run(v)
	return w.found
}

// OnlyReads reports whether a function only reads the memory behind one of its parameters, and keeps it nowhere but in
// what it returns.
func (e *Evaluator) OnlyReads(fn *ssa.Function, v ssa.Value) bool {
	w := &writing{e: e, seen: map[ssa.Value]bool{}, calls: map[*ssa.Function][]*ssa.Call{},
		returned: map[*ssa.Function]bool{}}
	w.run(v)
	return !w.found
}

// writing follows values that refer to memory.
type writing struct {
	e     *Evaluator
	seen  map[ssa.Value]bool
	work  []ssa.Value
	found bool
	// calls are those that hand the memory to a function, and returned are the functions that return it, if that does
	// no harm.
	calls    map[*ssa.Function][]*ssa.Call
	returned map[*ssa.Function]bool
}

func (w *writing) run(v ssa.Value) {
	w.follow(v)
	for len(w.work) > 0 && !w.found {
		v := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, in := range *v.Referrers() {
			w.use(v, in)
		}
	}
}

func (w *writing) follow(v ssa.Value) {
	if !w.seen[v] && !gotypes.IsPure(v.Type()) {
		w.seen[v] = true
		w.work = append(w.work, v)
	}
}

// use follows a value through an instruction. What is not known to be harmless
// is taken to write.
func (w *writing) use(v ssa.Value, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.If, *ssa.BinOp:
	case *ssa.UnOp:
		w.follow(in)
		w.found = w.found || in.Op == token.ARROW
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.Phi, *ssa.ChangeType,
		*ssa.ChangeInterface,
		*ssa.MakeInterface, *ssa.TypeAssert, *ssa.Extract, *ssa.Lookup, *ssa.Range, *ssa.Next:
		w.follow(in.(ssa.Value))
	case *ssa.MakeClosure:
		for i, b := range in.Bindings {
			if b == v {
				w.follow(in.Fn.(*ssa.Function).FreeVars[i])
			}
		}
	case *ssa.Call:
		w.call(v, in)
	case *ssa.Return:
		w.found = w.found || w.calls == nil
		w.ret(in.Parent())
	default:
		w.found = true
	}
}

// ret follows what a function returns to its calls.
func (w *writing) ret(fn *ssa.Function) {
	if w.calls == nil || w.returned[fn] {
		return
	}
	w.returned[fn] = true
	for _, in := range w.calls[fn] {
		w.follow(in)
	}
}

func (w *writing) call(v ssa.Value, in *ssa.Call) {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "ssa:wrapnilchk":
			w.follow(in)
			return
		case "copy", "append":
			if in.Call.Args[0] != v && gotypes.IsPure(gotypes.Elem(v.Type())) {
				return
			}
		}
		w.found = true
		return
	}
	fn := in.Call.StaticCallee()
	if fn == nil && !in.Call.IsInvoke() && !slices.Contains(in.Call.Args, v) {
		return // it is called, and is a closure that is looked at by itself
	}
	if fn == nil || fn.Blocks == nil {
		w.found = true
		return
	}
	for i, a := range in.Call.Args {
		if a == v {
			w.follow(fn.Params[i])
		}
	}
	if w.calls == nil {
		return
	}
	w.calls[fn] = append(w.calls[fn], in)
	if w.returned[fn] {
		w.follow(in)
	}
}

// ChangesOf lists what may change a package-level variable once the program
// runs, by its own name or another. It is empty for a constant.
func (e *Evaluator) ChangesOf(v *types.Var, g *ssa.Global) []load.Change {
	own := e.reach(g)
	all, aliased := e.host.View.Changes(v, own.dynamics)
	refersTo := refers(*e.Global(g))
	all = slices.DeleteFunc(all, func(ch load.Change) bool { return ch.Shared && !refersTo })
	if !aliased && !refersTo && len(e.escapes) == 0 {
		return all
	}
	if p := e.escaped(own); p != nil {
		return append(all, load.Change{At: p.At, Why: v.Name() +
			" may be set here, before the program begins or later, by code that " + p.Why +
			"; write its value as a literal, or take it as a parameter"})
	}
	if fn := e.writer(own); fn != nil {
		all = append(all, load.Change{At: fn.Pos(), Why: v.Name() +
			" may be changed by this function, which something keeps that was made before the program begins"})
	}
	for _, other := range e.aliases(g, own) {
		u, ok := other.Object().(*types.Var)
		if !ok {
			continue
		}
		also, _ := e.host.View.Changes(u, e.reach(other).dynamics)
		for _, ch := range also {
			if ch.Why == "" {
				ch.Why = v.Name() + " may be changed here through " + u.Name() + ", which refers to its memory"
			}
			all = append(all, ch)
		}
	}
	return all
}
