package lane

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Kernel is the program of a wrapper, and what was learned about how to run it.
// It may be used by any number of goroutines at once.
type Kernel struct {
	load func() (*code, error)
	choice
	// overflowed is set when a lane recursed too deep.
	overflowed atomic.Bool
}

// code is a program in the form that runs, with what the choice of an engine
// depends on.
type code struct {
	*batch.Code
	ours     bool // some function of package math is libm's
	recurses bool // calls save where to return to
	fuses    bool // the compiled Go function may fuse operations that the batch does not
}

// New returns the kernel of a lowered program in text form, which is
// read when it first runs. file is where the text is.
func New(file, text string) *Kernel {
	return &Kernel{load: sync.OnceValues(func() (*code, error) {
		c, err := read(file, text)
		if err != nil {
			return nil, fmt.Errorf("%s does not fit this version of lockstep; run go generate: %w", file, err)
		}
		return c, nil
	})}
}

func read(file, text string) (*code, error) {
	p, err := program.Parse(file, text)
	if err != nil {
		return nil, err
	}
	if err := program.Verify(p); err != nil {
		return nil, err
	}
	c := new(code)
	if c.Code, err = batch.Compile(p); err != nil {
		return nil, err
	}
	// A product that is added to something is what compilers fuse.
	products, sums := map[program.Dtype]bool{}, map[program.Dtype]bool{}
	op := func(o program.Opcode) {
		info := o.Info()
		c.ours = c.ours || optab.Lookup(optab.GoTwin(info.Row.Name)) != nil
		products[info.Type] = products[info.Type] || info.Row.Name == "mul"
		sums[info.Type] = sums[info.Type] || info.Row.Name == "add" || info.Row.Name == "sub"
	}
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			if prim, ok := in.(*program.PrimOp); ok {
				op(prim.Op)
			}
		}
		if _, ok := b.Term.(program.PushGotoOp); ok {
			c.recurses = true
		}
	}
	for _, u := range p.Uniforms {
		if u.Def != nil && u.Def.Op.IsValid() {
			op(u.Def.Op)
		}
	}
	c.fuses = goFuses && (products[program.F64] && sums[program.F64] || products[program.F32] && sums[program.F32])
	return c, nil
}

// goFuses is whether Go computes x*y+z with one rounding in this build.
var goFuses = mulAdd(1+0x1p-30, 1+0x1p-30, -1-0x1p-29) != 0

//go:noinline
func mulAdd(x, y, z float64) float64 { return x*y + z }

// Call is one call of a wrapper: generated code.
type Call struct {
	Func  string // the wrapper, for messages
	Lanes int
	// Loop calls the Go function for the lanes lo to hi in turn, and keeps the
	// number of the lane in *at.
	Loop func(lo, hi int, at *int)
	// Inputs returns the columns of the parameters for lanes lo to hi, Results
	// those that take their results.
	Inputs, Results func(lo, hi int) []Column
	// Store, if not nil, takes what is in the columns that Results gave for
	// lanes lo to hi. done reports whether lane lo+i finished; of others
	// there is nothing to take.
	Store func(lo, hi int, cols []Column, done func(i int) bool)
	// Copies is set if the columns are copies, which are not made of all lanes
	// at once.
	Copies bool
	// Uniforms are the values that all lanes share, by name.
	Uniforms map[string]Column
}

// Run runs a call. ok is false if there are no results: the program cannot be
// run at all, or a lane of the loop hung when the context ended. Otherwise
// err, if not nil, is a *FaultError, a *StoppedError or both.
func (k *Kernel) Run(ctx context.Context, c *Call, opts []Option) (ok bool, err error) {
	code, err := k.load()
	if err != nil {
		return false, err
	}
	r := &run{kernel: k, code: code, call: c, options: newOptions(opts), ctx: ctx}
	return r.main()
}
