package tiers

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/program"
)

// Program is a lowered program with its machine code, which is made when it is first
// needed.
type Program struct {
	lowered *program.Program
	machine *batch.Code
	also    func() []*program.Program
	asked   atomic.Int64 // lanes that were to run
	once    sync.Once
	made    atomic.Bool
	code    *engine.Code
	why     error // there is none
	scalar  scalarCode
	choices choices
}

// New returns a program. also, if not nil, gives other forms of it that may be faster as
// machine code.
func New(lowered *program.Program, machine *batch.Code, also func() []*program.Program) *Program {
	return &Program{lowered: lowered, machine: machine, also: also}
}

// Code returns the machine code. The error says why there is none.
func (p *Program) Code() (*engine.Code, error) {
	p.once.Do(func() {
		p.code, p.why = engine.Compile(p.lowered, engine.Options{Also: p.also})
		p.made.Store(true)
	})
	return p.code, p.why
}

// worthLanes is how many lanes take about as long in the machine as it takes to make
// machine code, some milliseconds.
const worthLanes = 8192

// Worth reports whether machine code should run so many lanes more, if there is some: it
// was made already, or runs have had lanes enough to make it.
func (p *Program) Worth(lanes int) bool {
	return p.asked.Add(int64(lanes)) >= worthLanes || p.made.Load()
}

// Engine is Stats.Engine of runs of machine code with many lanes in registers, and Scalar
// that of machine code that runs one lane at a time.
const (
	Engine = "lanes"
	Scalar = "scalar"
)

// Options are those of a run.
type Options struct {
	Workers int // 0 is GOMAXPROCS
	// Engine is the machine code that runs, Engine or Scalar, or Measured; "" is Engine.
	Engine string
	// Batch are the options of the machine, the uniforms among them.
	Batch []batch.Option
	// Progress, if not nil, is called with how many lanes have ended.
	Progress func(done int)
}

// RunInto runs the machine code, for which Code or Scalar gave no error, over columns that
// have a row for every lane, as batch.Code.RunInto does.
func (p *Program) RunInto(ctx context.Context, cols, out []batch.Column, lanes int, o Options) (*batch.Result, error) {
	if err := p.machine.CheckInputs(cols); err != nil {
		return nil, err
	}
	code := p.code
	switch o.Engine {
	case Measured:
		return p.runMeasured(ctx, cols, out, lanes, o)
	case Scalar:
		code = p.scalar.code
	default:
		o.Engine = Engine
	}
	start := time.Now()
	run := engine.Run{Lanes: lanes, Workers: o.Workers}
	if run.Workers == 0 {
		run.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress != nil {
		var ended atomic.Int64
		run.Progress = func(done int) { o.Progress(int(ended.Add(int64(done)))) }
	}
	var err error
	if err = Bind(ctx, &run, p.machine, cols, out, o.Batch...); err != nil {
		return nil, err
	}
	outcome, err := code.Do(ctx, &run)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	Return(&run, out)
	slices.Sort(outcome.Again)
	faults, left, againErr := p.again(ctx, outcome.Again, cols, out, o)
	if err == nil {
		err = againErr
	}
	left = append(outcome.Left, left...)
	return batch.NewResult(out, lanes, faults, left, batch.Stats{
		Engine: o.Engine, Workers: run.Workers, Gang: code.Groups() * code.Lanes(),
		Lanes: int64(lanes - len(left)), Faults: int64(len(faults)), Elapsed: time.Since(start),
	}), err
}

// again runs lanes that faulted in the machine, and returns their faults, and those that
// did not end.
func (p *Program) again(ctx context.Context, lanes []int, cols, out []batch.Column, o Options) (faults []batch.Fault, left []int, err error) {
	if len(lanes) == 0 {
		return nil, nil, nil
	}
	picked := make([]batch.Column, len(cols))
	for i, c := range cols {
		if rows, err := c.Rows(); err == nil && rows == 1 {
			picked[i] = c // for all lanes
			continue
		}
		picked[i], _ = batch.NewColumn(batch.GoType(c.Data), len(lanes), c.Shape)
		for j, lane := range lanes {
			copyRow(picked[i], j, c, lane)
		}
	}
	r, err := p.machine.Run(ctx, picked, o.Batch...)
	if r == nil {
		return nil, lanes, err
	}
	faulted := map[int]bool{}
	for _, f := range r.Faults {
		faulted[int(f.Lane)] = true
		f.Lane = int64(lanes[f.Lane])
		faults = append(faults, f)
	}
	for j, lane := range lanes {
		switch {
		case r.Finished(j): // it is the machine that says
			for i, c := range r.Cols {
				copyRow(out[i], lane, c, j)
			}
		case !faulted[j]:
			left = append(left, lane)
		}
	}
	return faults, left, err
}

// copyRow copies a row of a column to another's, which may be of another type of the same
// width.
func copyRow(to batch.Column, row int, from batch.Column, of int) {
	into, data := reflect.ValueOf(to.Slice(row, row+1).Data), reflect.ValueOf(from.Slice(of, of+1).Data)
	for i := range data.Len() {
		into.Index(i).Set(data.Index(i).Convert(into.Type().Elem()))
	}
}
