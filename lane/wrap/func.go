package wrap

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
)

// Wrapper says what a generated wrapper is: generated code.
type Wrapper struct {
	Func string // the wrapper, for messages
	Of   string // the Go function
	File string // where the wrapper is
	// Rules is what program.Rules was when the program was verified, which generating does. It is not verified again:
	// that takes as long as reading it, and a twentieth of a wrapper's binary.
	Rules int
	// Results are the names of what [Work.Given] returns.
	Results []string
	// Copies is set if columns are copies, which are not made of all lanes at once.
	Copies bool
	// Ours is set if some function of package math is libm's.
	Ours bool
	// StandsIn is set if the program is made of Go that stands in for assembly, which the
	// function calls and which may round otherwise.
	StandsIn bool
	// Assumes are the package-level variables that were taken for constants.
	Assumes []Assumed
	// Ends is set if the function has no loop and no recursion, so that every lane
	// ends soon.
	Ends bool
	// Native makes machine code of the program, where assembly does not: native.Code. calls is the program as
	// code for one lane at a time is made of it, with its calls and branches; nil if p does for that.
	Native func(p *program.Program, machine *batch.Code, calls func() (*program.Program, error)) Native
	// Calls is the text of that program.
	Calls string
}

// Func is the program of a wrapper, and what was learned about how to run it.
// It may be used by any number of goroutines at once.
type Func struct {
	is    Wrapper
	bytes int // of the program's text
	load  func() (*code, error)
	// assembly is the program's, if it has some.
	assembly []Assembly

	mu     sync.Mutex
	plan   plan
	panics map[panicKey]lane.Fault
	// few is how many lanes a call may have that is looped over without asking.
	few atomic.Int64
	// trying is set while a call finds out which engine is faster.
	trying atomic.Bool
	// overflowed is set when a lane recursed too deep.
	overflowed atomic.Bool
	// made is set when machine code was made for the loop's sake.
	made atomic.Bool
	// allocates is set when the program is there and tells that the function, or what makes its results of
	// columns, is likely to allocate.
	allocates atomic.Bool
	// stale is set when the program was seen to differ from the function.
	stale atomic.Pointer[lane.StaleError]
	// checked is how many lanes were compared.
	checked atomic.Int64
	// buffers are those that calls had their columns in.
	buffers sync.Pool
}

// code is a program in the form that runs, with what the choice of an engine
// depends on.
type code struct {
	*batch.Code
	native Native  // nil: none is linked
	making float64 // what it is likely to take to make machine code, in nanoseconds
	rounds bool    // the compiled function may round otherwise
	arrays bool    // lanes have arrays besides those that they bring
	leaves bool    // it leaves lanes to the loop, and none of its lanes can recurse for ever
	math   *goMath
	// singleSites is called when a lane has panicked.
	singleSites func() map[site]bool
}

// loadNs is about what loading takes for each byte of a program's text.
const loadNs = 150

// New returns the function of a wrapper with its lowered program in text form, which is
// read when it first runs.
func New(w Wrapper, text string) *Func {
	fn := &Func{is: w, bytes: len(text)}
	fn.load = sync.OnceValues(func() (*code, error) {
		if err := w.checkAssumed(); err != nil {
			return nil, err
		}
		c, err := read(w, text)
		if err != nil {
			return nil, fmt.Errorf("%s does not fit this version of lockstep; run go generate: %w", w.File, err)
		}
		fn.allocates.Store(w.Copies || c.arrays)
		return c, nil
	})
	fn.plan.load = float64(loadNs * fn.bytes)
	return fn
}

func read(w Wrapper, text string) (*code, error) {
	if w.Rules != program.Rules {
		return nil, fmt.Errorf("it was verified by rules %d, and these are %d", w.Rules, program.Rules)
	}
	p, err := program.Parse(w.File, text)
	if err != nil {
		return nil, err
	}
	c := &code{making: making(p), arrays: madeArrays(p), leaves: leavesLanes(p), rounds: w.StandsIn, math: newGoMath(p),
		singleSites: sync.OnceValue(func() map[site]bool { return singleSites(p) })}
	if c.Code, err = batch.Compile(p); err != nil {
		return nil, err
	}
	if w.Native != nil {
		c.native = w.Native(p, c.Code, w.calls())
	}
	// A product that is added to something is what compilers fuse.
	products, sums := map[program.Dtype]bool{}, map[program.Dtype]bool{}
	op := func(o program.Opcode) {
		info := o.Info()
		products[info.Type] = products[info.Type] || info.Row.Name == "mul"
		sums[info.Type] = sums[info.Type] || info.Row.Name == "add" || info.Row.Name == "sub"
	}
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			if prim, ok := in.(*program.PrimOp); ok {
				op(prim.Op)
			}
		}
	}
	for _, u := range p.Uniforms {
		if u.Def != nil && u.Def.Op.IsValid() {
			op(u.Def.Op)
		}
	}
	c.rounds = c.rounds || goFuses && (products[program.F64] && sums[program.F64] ||
		products[program.F32] && sums[program.F32])
	return c, nil
}

// madeArrays reports whether lanes have arrays besides those that they bring: where the program has them, many a
// function makes slices.
func madeArrays(p *program.Program) bool {
	brought := program.Variables(p.VarsIn)
	return slices.ContainsFunc(p.VarDefs.All(), func(d program.VarDef) bool {
		isArray := func(t program.TensorType) bool { return len(t.Shape) > 0 }
		return !slices.Contains(brought, d.Name) && slices.ContainsFunc(d.Type.Flatten(), isArray)
	})
}

// leavesLanes reports whether a program leaves lanes to the Go function, none of which can recurse for ever: that would
// end the process.
func leavesLanes(p *program.Program) (leaves bool) {
	for _, b := range p.Graph.Blocks {
		switch t := b.Term.(type) {
		case program.PushGotoOp:
			return false
		case program.FaultOp:
			leaves = leaves || outgrows(t.Code)
		}
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			leaves = leaves || ok && op.Op.Info().Row.Name == "checkcap"
		}
	}
	return leaves
}

// calls returns the program with its calls, or nil.
func (w Wrapper) calls() func() (*program.Program, error) {
	if w.Calls == "" {
		return nil
	}
	return func() (*program.Program, error) { return program.Parse(w.File, w.Calls) }
}

// goFuses is whether Go computes x*y+z with one rounding in this build.
var goFuses = mulAdd(1+0x1p-30, 1+0x1p-30, -1-0x1p-29) != 0

//go:noinline
func mulAdd(x, y, z float64) float64 { return x*y + z }

// Run runs a call over some lanes. ok is false if there are no results: the program
// cannot be run at all or does not do what the function does, or a lane of the loop hung
// when the context ended. Otherwise err, if not nil, is a *lane.FaultError, a
// *lane.StoppedError or both.
func (fn *Func) Run(ctx context.Context, lanes int, w Work, opts []lane.Option) (ok bool, err error) {
	if ctx.Done() != nil && !fn.is.Ends && int64(lanes) <= fn.few.Load() && ctx.Err() == nil && loops(opts) {
		// Lanes of which one panicked, here or in Few, are run again for its fault.
		if ok, err = fn.fewWatched(ctx, lanes, w); ok || err != nil {
			return ok, err
		}
	}
	r := &run{fn: fn, work: w, lanes: lanes, call: newCall(opts), ctx: ctx, tables: turns.Call{Lanes: lanes}}
	return r.main()
}

// planned calls f on the plan that calls share.
func (fn *Func) planned(f func(p *plan)) {
	fn.mu.Lock()
	defer fn.mu.Unlock()
	f(&fn.plan)
	if fn.stale.Load() == nil && !fn.overflowed.Load() && !fn.is.Ours {
		fn.few.Store(fn.plan.few())
	}
}

// deep notes that a lane recursed too deep, which would end the process in a loop.
func (fn *Func) deep() {
	fn.overflowed.Store(true)
	fn.mu.Lock() // behind whoever sets few
	defer fn.mu.Unlock()
	fn.few.Store(0)
}
