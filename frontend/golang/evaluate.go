package golang

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// evaluator runs the SSA form of Go code on values that are all known: the
// initialisers of package-level variables and the init functions, once a
// compilation and only if a variable is used, and calls whose arguments are
// constants. Numbers are computed by the operations that the translator would
// emit, see evaluate_numbers.go, so what is computed here is what the oracle
// computes. Everything else follows Go.
//
// What cannot be computed here becomes poison, a value that knows why; it
// matters to those who use it. A call that cannot go on ends, and what it may
// have written is poison.
type evaluator struct {
	t     *translator
	codes map[*ssa.Function]*code

	globals map[*ssa.Global]*datum
	begun   map[*load.Package]bool // packages whose initialisers ran
	// sentinels are the names of the errors that package-level variables hold.
	sentinels  map[any]string
	identities map[any]uint64

	intrinsics map[*ssa.Function]*recipe
	calls      map[string]known.Value // in lanes, by function and arguments; nil if they are not computed
	callSteps  int                    // that are left for them
	regions    map[regionKey]*known.Region
	named      int // regions that have got a name
	escapes    []*escape
	indexed    *index
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
	// late says that all initialisers have run, so that what cannot be called
	// ends the evaluation and changes nothing.
	late         bool
	depth        int
	steps, cells int
}

const (
	// maxSteps bounds the instructions of all initialisers, which is about a
	// second, and maxCells the values they may hold at a time or drop.
	maxSteps = 50_000_000
	maxCells = 1 << 23
	// leastSteps is what an initialiser has if others have used up the rest.
	leastSteps = 100_000
	// maxDepth bounds the calls within calls.
	maxDepth = 10_000
)

func newEvaluator(t *translator) *evaluator {
	return &evaluator{
		t: t, codes: map[*ssa.Function]*code{}, globals: map[*ssa.Global]*datum{}, begun: map[*load.Package]bool{},
		sentinels: map[any]string{}, identities: map[any]uint64{},
		intrinsics: map[*ssa.Function]*recipe{}, calls: map[string]known.Value{}, callSteps: maxCallsSteps, regions: map[regionKey]*known.Region{},
		forInit: limits{steps: maxSteps, cells: maxCells},
	}
}

// poison is the value of what cannot be computed when compiling.
type poison struct {
	at  token.Pos
	why string // "calls time.Now, which …"
	// by says that it is not what gives the value that cannot be computed, but
	// something that may have changed it.
	by bool
}

// halt is what a call that cannot go on panics with.
type halt struct{ poison *poison }

func (e *evaluator) halt(in ssa.Instruction, format string, args ...any) {
	var at token.Pos
	if in != nil {
		if at = positionOf(in); !at.IsValid() {
			at = in.Parent().Pos()
		}
	}
	panic(halt{&poison{at: at, why: fmt.Sprintf(format, args...)}})
}

// panics ends a call where Go panics.
func (e *evaluator) panics(in ssa.Instruction, why string) { e.halt(in, "panics: %s", why) }

// code is a function with its operands resolved.
type code struct {
	blocks  []codeBlock
	regs    int
	globals []*ssa.Global
}

type codeBlock struct {
	phis  []inst // with an argument for each edge
	insts []inst
	succs []edge
}

// edge leads to a block, as one of those that do.
type edge struct{ to, nth int }

type inst struct {
	in     ssa.Instruction
	dst    int // the register, or -1
	args   []arg
	recipe *recipe // of arithmetic
}

// arg is an operand: a register, or a constant if reg is negative.
type arg struct {
	reg int
	val datum
}

// code resolves a function, the first time.
func (e *evaluator) code(fn *ssa.Function) *code {
	if c := e.codes[fn]; c != nil {
		return c
	}
	c := &code{blocks: make([]codeBlock, len(fn.Blocks))}
	e.codes[fn] = c
	regs := map[ssa.Value]int{}
	number := func(v ssa.Value) {
		regs[v] = c.regs
		c.regs++
	}
	for _, p := range fn.Params {
		number(p)
	}
	for _, v := range fn.FreeVars {
		number(v)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				number(v)
			}
		}
	}
	rec := &recorder{e: e, fn: fn, regs: regs}
	for i, b := range fn.Blocks {
		for k, s := range b.Succs {
			c.blocks[i].succs = append(c.blocks[i].succs, edge{s.Index, edgeInto(b, k)})
		}
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.DebugRef); ok {
				continue
			}
			one := inst{in: in, dst: -1}
			if v, ok := in.(ssa.Value); ok {
				one.dst = regs[v]
			}
			for _, o := range in.Operands(nil) {
				one.args = append(one.args, e.arg(c, regs, *o))
			}
			one.recipe = rec.record(in)
			if _, ok := in.(*ssa.Phi); ok {
				c.blocks[i].phis = append(c.blocks[i].phis, one)
				continue
			}
			c.blocks[i].insts = append(c.blocks[i].insts, one)
		}
	}
	return c
}

func (e *evaluator) arg(c *code, regs map[ssa.Value]int, v ssa.Value) arg {
	if r, ok := regs[v]; ok {
		return arg{reg: r}
	}
	a := arg{reg: -1}
	switch v := v.(type) {
	case *ssa.Const:
		a.val = constantDatum(v)
	case *ssa.Function:
		a.val = datum{ref: &closure{fn: v}}
	case *ssa.Global:
		a.val = datum{ref: e.global(v)}
		c.globals = append(c.globals, v)
	}
	return a
}

// global returns the memory of a package-level variable.
func (e *evaluator) global(g *ssa.Global) *datum {
	d := e.globals[g]
	if d == nil {
		d = new(datum)
		e.globals[g] = d
		home := e.t.loaded.PackageOf(g.Pkg.Pkg)
		switch t := gotypes.Pointee(g.Type()); {
		case home == nil || !home.HasBodies():
			d.ref = &poison{at: g.Pos(), why: "needs " + g.Pkg.Pkg.Path() + "." + g.Name() + ", which is not available when compiling"}
		case cellsOf(t) > maxCells:
			d.ref = &poison{at: g.Pos(), why: fmt.Sprintf("has more than %d elements", maxCells)}
		case home.Preset(g.Name()) != "":
			d.ref = &madeError{home.Preset(g.Name())}
		default:
			*d = zeroDatum(t)
		}
	}
	return d
}

// globalAt returns the package-level variable whose memory this is and that
// nothing changes, or nil.
func (e *evaluator) globalAt(d *datum) *ssa.Global {
	for g, memory := range e.globals {
		if v, ok := g.Object().(*types.Var); ok && memory == d && len(e.t.tableOf(v).errs) == 0 {
			return g
		}
	}
	return nil
}

// call runs a function. It panics with a halt if that cannot go on.
func (e *evaluator) call(at ssa.Instruction, fn *ssa.Function, args, free []datum) datum {
	if fn.Blocks == nil {
		return e.foreign(at, fn, args)
	}
	defer e.deeper(at, "needs calls")()
	c := e.code(fn)
	if e.lanes {
		e.checkGlobals(at, c)
	}
	regs := make([]datum, c.regs)
	copy(regs, args)
	copy(regs[len(fn.Params):], free)
	var phis []datum
	var via edge
	for {
		b := &c.blocks[via.to]
		e.spend(at, len(b.insts))
		if len(b.phis) > 0 {
			phis = phis[:0]
			for i := range b.phis {
				phis = append(phis, b.phis[i].args[via.nth].get(regs))
			}
			for i := range b.phis {
				regs[b.phis[i].dst] = phis[i]
			}
		}
		for i := range b.insts {
			one := &b.insts[i]
			switch in := one.in.(type) {
			case *ssa.Jump:
				via = b.succs[0]
			case *ssa.If:
				cond := one.args[0].get(regs)
				e.needs(in, cond)
				via = b.succs[1-cond.bits&1]
			case *ssa.Return:
				return one.results(regs)
			default:
				e.execute(one, regs)
			}
		}
	}
}

// edgeInto returns which of the target's predecessors the k-th edge out of a
// block is: the block may come twice among them.
func edgeInto(from *ssa.BasicBlock, k int) int {
	to := from.Succs[k]
	nth := 0
	for _, s := range from.Succs[:k] {
		if s == to {
			nth++
		}
	}
	for i, p := range to.Preds {
		if p == from {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	panic("bug: an edge with one end")
}

func (a *arg) get(regs []datum) datum {
	if a.reg >= 0 {
		return regs[a.reg]
	}
	return a.val
}

func (one *inst) results(regs []datum) datum {
	switch len(one.args) {
	case 0:
		return datum{}
	case 1:
		return one.args[0].get(regs)
	}
	tuple := make(aggregate, len(one.args))
	for i := range one.args {
		tuple[i] = one.args[i].get(regs)
	}
	return datum{ref: tuple}
}

// needs ends a call that depends on poison.
func (e *evaluator) needs(in ssa.Instruction, d datum) {
	if p, ok := d.ref.(*poison); ok {
		panic(halt{p})
	}
}

func (e *evaluator) spend(in ssa.Instruction, n int) {
	if e.steps -= n; e.steps < 0 {
		e.halt(in, "needs more than %d steps", maxSteps)
	}
}

// allocate counts n values of memory.
func (e *evaluator) allocate(in ssa.Instruction, n int) {
	if n > e.cells || n < 0 {
		e.halt(in, "needs memory for more than %d values", maxCells)
	}
	e.cells -= n
	e.spend(in, n/8)
}

// execute runs one instruction. Poison that goes into it comes out of it.
func (e *evaluator) execute(one *inst, regs []datum) {
	if one.recipe != nil {
		regs[one.dst] = e.compute(one.in, one.recipe, regs)
		return
	}
	var buffer [4]datum
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
		if p, ok := a.ref.(*poison); ok {
			if one.dst < 0 {
				panic(halt{p})
			}
			regs[one.dst] = a
			return
		}
	}
	switch in := one.in.(type) {
	case *ssa.MapUpdate:
		m, ok := args[0].ref.(*mapDatum)
		if !ok {
			e.panics(in, "assignment to entry in nil map")
		}
		e.allocate(in, 2)
		m.set(e.key(in, args[1], in.Key.Type()), args[1], e.copy(in, args[2]))
	case *ssa.Panic:
		e.panics(in, e.text(args[0]))
	case *ssa.RunDefers: // of none: defer ends the call
	case *ssa.Defer, *ssa.Go, *ssa.Send:
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
	case *ssa.Defer:
		return "defer"
	case *ssa.Go:
		return "a goroutine"
	case *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return "a channel"
	}
	return in.String()
}

// poisoned makes what an instruction gives poison.
func poisoned(in ssa.Instruction, format string, args ...any) datum {
	return datum{ref: &poison{at: positionOf(in), why: fmt.Sprintf(format, args...)}}
}

// valueOf gives the value of an instruction that is neither arithmetic nor a call.
func (e *evaluator) valueOf(in ssa.Instruction, args []datum) datum {
	switch in := in.(type) {
	case *ssa.Alloc:
		t := gotypes.Pointee(in.Type())
		e.allocate(in, cellsOf(t))
		d := zeroDatum(t)
		return datum{ref: &d}
	case *ssa.UnOp:
		if in.Op == token.MUL {
			return e.copy(in, *e.pointee(in, args[0]))
		}
	case *ssa.BinOp:
		return e.compare(in, args[0], args[1])
	case *ssa.MakeClosure:
		return datum{ref: &closure{in.Fn.(*ssa.Function), append([]datum(nil), args[1:]...)}}
	case *ssa.MakeInterface:
		return datum{ref: &dynamic{in.X.Type(), args[0]}}
	case *ssa.ChangeType, *ssa.ChangeInterface:
		return args[0]
	case *ssa.Convert:
		return e.convertText(in, args[0])
	case *ssa.Extract:
		return args[0].ref.(aggregate)[in.Index]
	case *ssa.Field:
		return args[0].ref.(aggregate)[in.Field]
	case *ssa.FieldAddr:
		d := e.pointee(in, args[0])
		if p, ok := d.ref.(*poison); ok {
			return datum{ref: p}
		}
		return datum{ref: &d.ref.(aggregate)[in.Field]}
	case *ssa.Index:
		if s, ok := args[0].ref.(string); ok || gotypes.IsString(in.X.Type()) {
			return datum{bits: uint64(s[e.index(in, args[1], in.Index.Type(), len(s))])}
		}
		a := args[0].ref.(aggregate)
		return a[e.index(in, args[1], in.Index.Type(), len(a))]
	case *ssa.IndexAddr:
		return e.elementAddr(in, args)
	case *ssa.Slice:
		return e.slice(in, args)
	case *ssa.MakeSlice:
		return e.makeSlice(in, args)
	case *ssa.MakeMap:
		return datum{ref: &mapDatum{index: map[string]int{}}}
	case *ssa.Lookup:
		return e.lookup(in, args)
	case *ssa.TypeAssert:
		return e.assert(in, args[0])
	case *ssa.SliceToArrayPointer:
		s, _ := args[0].ref.(elements)
		n := int(gotypes.Pointee(in.Type()).Underlying().(*types.Array).Len())
		if len(s) < n {
			e.panics(in, "cannot convert slice to array: too short")
		}
		if args[0].ref == nil {
			return datum{}
		}
		return datum{ref: &datum{ref: aggregate(s[:n:n])}}
	case *ssa.Range:
		if s, ok := args[0].ref.(string); ok || gotypes.IsString(in.X.Type()) {
			return datum{ref: &runes{text: s}}
		}
		return poisoned(in, "ranges over a map, whose order Go leaves open")
	case *ssa.Next:
		return args[0].ref.(*runes).next()
	}
	return poisoned(in, "uses %s, which is not available when compiling", unavailable(in))
}
