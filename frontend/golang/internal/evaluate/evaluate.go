package evaluate

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
)

// Evaluator runs the SSA form of Go code on values that are all known: the
// initialisers of package-level variables and the init functions, once a
// compilation and only if a variable is used, and calls whose arguments are
// constants. Numbers are computed by the operations that the translator would
// emit, see numbers.go, so what is computed here is what the oracle
// computes. Everything else follows Go.
//
// What cannot be computed here becomes poison, a value that knows why; it
// matters to those who use it. A call that cannot go on ends, and what it may
// have written is poison.
type Evaluator struct {
	host Host

	codes map[*ssa.Function]*code

	globals map[*ssa.Global]*Datum
	begun   map[*load.Package]bool // packages whose initialisers ran
	// sentinels are the names of the errors that package-level variables hold.
	sentinels  map[any]string
	identities map[any]uint64
	nans       uint64 // that have been keys of maps

	intrinsics map[*ssa.Function]*recipe
	callSteps  int // that are left for calls in lanes
	escapes    []*escape
	// reached is what can be reached from a package-level variable or an escape,
	// since the last initialiser has run.
	reached map[any]*heap

	limits
	forInit limits
	work    []uint64
}

// limits are what the evaluation may still use.
type limits struct {
	// lanes says that a call in a lane is computed: there is an exact answer on
	// every machine, or none.
	lanes bool
	// here says that it is computed for this machine, on which lanes have run: functions of
	// package math have its bits.
	here bool
	// late says that all initialisers have run, so that what cannot be called
	// ends the evaluation and changes nothing.
	late         bool
	depth        int
	steps, cells int
}

const (
	// maxSteps bounds the instructions of all initialisers, which is about a
	// second, and MaxCells the values they may hold at a time or drop.
	maxSteps = 50_000_000
	MaxCells = 1 << 23
	// leastSteps is what an initialiser has if others have used up the rest.
	leastSteps = 100_000
	// maxDepth bounds the calls within calls.
	maxDepth = 10_000
)

// New makes an evaluator that has run nothing.
func New(h Host) *Evaluator {
	return &Evaluator{
		host: h, codes: map[*ssa.Function]*code{}, globals: map[*ssa.Global]*Datum{}, begun: map[*load.Package]bool{},
		sentinels: map[any]string{}, identities: map[any]uint64{},
		intrinsics: map[*ssa.Function]*recipe{}, callSteps: maxCallsSteps,
		forInit: limits{steps: maxSteps, cells: MaxCells},
	}
}

// Poison is the value of what cannot be computed when compiling.
type Poison struct {
	At  token.Pos
	Why string // "calls time.Now, which …"
	// By says that it is not what gives the value that cannot be computed, but
	// something that may have changed it.
	By bool
}

// halt is what a call that cannot go on panics with.
type halt struct{ poison *Poison }

func (e *Evaluator) halt(in ssa.Instruction, format string, args ...any) {
	var at token.Pos
	if in != nil {
		if at = ssaflow.PositionOf(in); !at.IsValid() {
			at = in.Parent().Pos()
		}
	}
	panic(halt{&Poison{At: at, Why: fmt.Sprintf(format, args...)}})
}

// panics ends a call where Go panics.
func (e *Evaluator) panics(in ssa.Instruction, why string) { e.halt(in, "panics: %s", why) }

// Global returns the memory of a package-level variable.
func (e *Evaluator) Global(g *ssa.Global) *Datum {
	d := e.globals[g]
	if d == nil {
		d = new(Datum)
		e.globals[g] = d
		home := e.host.View.PackageOf(g.Pkg.Pkg)
		switch t := gotypes.Pointee(g.Type()); {
		case home == nil || !home.HasBodies():
			d.Ref = &Poison{At: g.Pos(), Why: "needs " + g.Pkg.Pkg.Path() + "." + g.Name() +
				", which is not available when compiling"}
		case CellsOf(t) > MaxCells:
			d.Ref = &Poison{At: g.Pos(), Why: fmt.Sprintf("has more than %d elements", MaxCells)}
		case home.Preset(g.Name()) != "":
			d.Ref = &MadeError{text: home.Preset(g.Name())}
		default:
			*d = ZeroDatum(t)
		}
	}
	return d
}

// GlobalAt returns the package-level variable whose memory this is and that
// nothing changes, or nil.
func (e *Evaluator) GlobalAt(d *Datum) *ssa.Global {
	for g, memory := range e.globals {
		if v, ok := g.Object().(*types.Var); ok && memory == d && e.host.IsTable(v) {
			return g
		}
	}
	return nil
}

// call runs a function. It panics with a halt if that cannot go on.
func (e *Evaluator) call(at ssa.Instruction, fn *ssa.Function, args, free []Datum) Datum {
	switch {
	case gotypes.IsLock(fn.Signature) && args[0].Ref != nil: // there is nobody else
		return Datum{}
	case fn.Blocks == nil || givesText(fn):
		return e.foreign(at, fn, args)
	case joinsErrors(fn):
		return e.joined(args)
	}
	defer e.deeper(at, "needs calls")()
	c := e.code(fn)
	regs := make([]Datum, c.regs)
	copy(regs, args)
	copy(regs[len(fn.Params):], free)
	var phis []Datum
	var later []deferredCall
	var via edge
	for {
		b := &c.blocks[via.to]
		e.spend(at, len(b.insts))
		if len(b.phis) > 0 {
			phis = phis[:0]
			for i := range b.phis {
				e.checkGlobals(&b.phis[i])
				phis = append(phis, b.phis[i].args[via.nth].get(regs))
			}
			for i := range b.phis {
				regs[b.phis[i].dst] = phis[i]
			}
		}
		for i := range b.insts {
			one := &b.insts[i]
			e.checkGlobals(one)
			switch in := one.in.(type) {
			case *ssa.Jump:
				via = b.succs[0]
			case *ssa.If:
				cond := one.args[0].get(regs)
				e.needs(in, cond)
				via = b.succs[1-cond.Bits&1]
			case *ssa.Return:
				return one.results(regs)
			case *ssa.Defer:
				if _, builtin := in.Call.Value.(*ssa.Builtin); builtin {
					e.halt(in, "defers a call of %s, which is not available when compiling", in.Call.Value.Name())
				}
				later = append(later, deferredCall{in, one.values(regs)})
			case *ssa.RunDefers:
				for n := len(later); n > 0; n = len(later) {
					d := later[n-1]
					later = later[:n-1]
					e.callOf(d.in, d.args)
				}
			default:
				e.execute(one, regs)
			}
		}
	}
}

// deferredCall is a call that waits until its function returns, with the function and arguments that it had when it was
// deferred.
type deferredCall struct {
	in   *ssa.Defer
	args []Datum
}

func (one *inst) results(regs []Datum) Datum {
	switch len(one.args) {
	case 0:
		return Datum{}
	case 1:
		return one.args[0].get(regs)
	}
	return Datum{Ref: Aggregate(one.values(regs))}
}

// values are those of the operands.
func (one *inst) values(regs []Datum) []Datum {
	list := make([]Datum, len(one.args))
	for i := range one.args {
		list[i] = one.args[i].get(regs)
	}
	return list
}

// needs ends a call that depends on poison.
func (e *Evaluator) needs(in ssa.Instruction, d Datum) {
	if p, ok := d.Ref.(*Poison); ok {
		panic(halt{p})
	}
}

func (e *Evaluator) spend(in ssa.Instruction, n int) {
	if e.steps -= n; e.steps < 0 {
		e.halt(in, "needs more than %d steps", maxSteps)
	}
}

// allocate counts n values of memory.
func (e *Evaluator) allocate(in ssa.Instruction, n int) {
	if n > e.cells || n < 0 {
		e.halt(in, "needs memory for more than %d values", MaxCells)
	}
	e.cells -= n
	e.spend(in, n/8)
}

// execute runs one instruction. Poison that goes into it comes out of it.
func (e *Evaluator) execute(one *inst, regs []Datum) {
	if one.recipe != nil {
		regs[one.dst] = e.compute(one.in, one.recipe, regs)
		return
	}
	var buffer [4]Datum
	args := buffer[:0]
	for i := range one.args {
		args = append(args, one.args[i].get(regs))
	}
	switch in := one.in.(type) {
	case *ssa.Store:
		e.needs(in, args[0])
		e.store(in, e.pointee(in, args[0]), args[1])
		return
	case *ssa.Call:
		regs[one.dst] = e.callOf(in, args)
		return
	}
	for _, a := range args {
		if p, ok := a.Ref.(*Poison); ok {
			if one.dst < 0 {
				panic(halt{p})
			}
			regs[one.dst] = a
			return
		}
	}
	switch in := one.in.(type) {
	case *ssa.MapUpdate:
		m, ok := args[0].Ref.(*MapDatum)
		if !ok {
			e.panics(in, "assignment to entry in nil map")
		}
		e.allocate(in, 2)
		m.set(e.Key(in, args[1], in.Key.Type()), args[1], e.copy(in, args[2]))
	case *ssa.Panic:
		e.panics(in, e.text(args[0]))
	case *ssa.Go, *ssa.Send:
		e.halt(in, "uses %s, which is not available when compiling", unavailable(in))
	case ssa.Value:
		regs[one.dst] = e.valueOf(one.in, args)
	default:
		panic("bug: evaluate " + in.String())
	}
}

// unavailable names what an instruction is, for messages.
func unavailable(in ssa.Instruction) string {
	switch in.(type) {
	case *ssa.Go:
		return "a goroutine"
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return "a channel"
	}
	return in.String()
}

// poisoned makes what an instruction gives poison.
func poisoned(in ssa.Instruction, format string, args ...any) Datum {
	return Datum{Ref: &Poison{At: ssaflow.PositionOf(in), Why: fmt.Sprintf(format, args...)}}
}

// valueOf gives the value of an instruction that is neither arithmetic nor a call.
func (e *Evaluator) valueOf(in ssa.Instruction, args []Datum) Datum {
	switch in := in.(type) {
	case *ssa.Alloc:
		t := gotypes.Pointee(in.Type())
		e.allocate(in, CellsOf(t))
		d := ZeroDatum(t)
		return Datum{Ref: &d}
	case *ssa.UnOp:
		if in.Op == token.MUL {
			return e.copy(in, *e.pointee(in, args[0]))
		}
	case *ssa.BinOp:
		return e.compare(in, args[0], args[1])
	case *ssa.MakeClosure:
		return Datum{Ref: &Closure{in.Fn.(*ssa.Function), append([]Datum(nil), args[1:]...)}}
	case *ssa.MakeInterface:
		return Datum{Ref: &Dynamic{in.X.Type(), args[0]}}
	case *ssa.ChangeType, *ssa.ChangeInterface:
		return args[0]
	case *ssa.Convert:
		if d, ok := reinterpret(in, args[0]); ok {
			return d
		}
		return e.convertText(in, args[0])
	case *ssa.Extract:
		return args[0].Ref.(Aggregate)[in.Index]
	case *ssa.Field:
		return args[0].Ref.(Aggregate)[in.Field]
	case *ssa.FieldAddr:
		d := e.pointee(in, args[0])
		if p, ok := d.Ref.(*Poison); ok {
			return Datum{Ref: p}
		}
		return Datum{Ref: &d.Ref.(Aggregate)[in.Field]}
	case *ssa.Index:
		if s, ok := args[0].Ref.(string); ok || gotypes.IsString(in.X.Type()) {
			return Datum{Bits: uint64(s[e.index(in, args[1], in.Index.Type(), len(s))])}
		}
		a := args[0].Ref.(Aggregate)
		return a[e.index(in, args[1], in.Index.Type(), len(a))]
	case *ssa.IndexAddr:
		return e.elementAddr(in, args)
	case *ssa.Slice:
		return e.slice(in, args)
	case *ssa.MakeSlice:
		return e.makeSlice(in, args)
	case *ssa.MakeMap:
		return Datum{Ref: NewMap()}
	case *ssa.Lookup:
		return e.lookup(in, args)
	case *ssa.TypeAssert:
		return e.assert(in, args[0])
	case *ssa.SliceToArrayPointer:
		s, _ := args[0].Ref.(Elements)
		n := int(gotypes.Pointee(in.Type()).Underlying().(*types.Array).Len())
		if len(s) < n {
			e.panics(in, "cannot convert slice to array: too short")
		}
		if args[0].Ref == nil {
			return Datum{}
		}
		return Datum{Ref: &Datum{Ref: Aggregate(s[:n:n])}}
	case *ssa.Range:
		if s, ok := args[0].Ref.(string); ok || gotypes.IsString(in.X.Type()) {
			return Datum{Ref: &runes{text: s}}
		}
		return rangeOver(in, args[0])
	case *ssa.Next:
		if s, ok := args[0].Ref.(*entries); ok {
			return s.next()
		}
		if s, ok := args[0].Ref.(*runes); ok {
			return s.next()
		}
		return args[0]
	}
	return poisoned(in, "uses %s, which is not available when compiling", unavailable(in))
}
