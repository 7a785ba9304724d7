package bind

import (
	"cmp"
	"context"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program"
)

// Code is machine code of a program.
type Code interface {
	// Do runs all lanes. If the context ends first its error is returned, and the outcome
	// tells which lanes are left.
	Do(ctx context.Context, r *turns.Run) (turns.Outcome, error)
	// Columns are those that it has for inputs and results.
	Columns() (in, out []turns.Column)
	// Gang is how many lanes are in registers at once.
	Gang() int
}

// Options are those of a run.
type Options struct {
	settings.Run
	// Engine is what the statistics call the machine code.
	Engine string
	// Call, if not nil, is what the run has in common with others over parts of the same lanes.
	Call *turns.Call
	// ToGo, if not zero, is the code of all faults. Machine code does not tell what lanes fault with, and nobody finds
	// that out here: the Go function is to run them.
	ToGo program.Code
}

// RunInto runs machine code over columns that have a row for every lane, as
// batch.Code.RunInto does.
func RunInto(ctx context.Context, code Code, machine *batch.Code, cols, out []batch.Column, lanes int,
	o Options) (*batch.Result, error) {
	in, _ := code.Columns()
	checked := func(col int) bool { return col < len(in) && in[col].Checked }
	if err := machine.CheckInputs(cols, checked); err != nil {
		return nil, err
	}
	start := time.Now()
	run := turns.Run{Lanes: lanes, Workers: o.Workers, Call: o.Call}
	if run.Workers <= 0 {
		run.Workers = runtime.GOMAXPROCS(0)
	}
	if progress := o.Progress; progress != nil { // without, o stays off the heap
		var ended atomic.Int64
		run.Progress = func(done int) { progress(int(ended.Add(int64(done)))) }
	}
	var given []batch.Option
	if len(o.Uniforms) > 0 {
		given = append(given, o.All)
	}
	bound, err := Columns(ctx, code, &run, machine, cols, out, given...)
	if err != nil {
		return nil, err
	}
	outcome, err := code.Do(ctx, &run)
	runtime.KeepAlive(cols) // whose addresses the code had
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	slices.Sort(outcome.Again)
	bound.Return(without(&outcome))
	bound.Release()
	if err := checkTexts(in, cols, outcome.Again); err != nil {
		return nil, err
	}
	var faults []batch.Fault
	left := outcome.Left
	if o.ToGo != 0 {
		for _, lane := range outcome.Again {
			faults = append(faults, batch.Fault{Lane: lane, Code: o.ToGo})
		}
	} else {
		var unended []int
		var againErr error
		faults, unended, againErr = again(ctx, outcome.Again, machine, cols, out, o)
		err = cmp.Or(err, againErr)
		left = append(left, unended...)
	}
	return batch.NewResult(out, lanes, faults, left, batch.Stats{
		Engine: o.Engine, Workers: run.Workers, Gang: code.Gang(),
		Lanes: int64(lanes - len(left)), Faults: int64(len(faults)), Elapsed: time.Since(start),
		Hosted: outcome.Served, HostExits: outcome.Exits, Tuning: run.Tuned(),
	}), err
}

// checkTexts returns an error if one of the lanes that faulted has a string that is too long. Code does not tell why a
// lane faults.
func checkTexts(in []turns.Column, cols []batch.Column, lanes []int) error {
	for i, c := range in {
		texts, ok := cols[i].Data.(*batch.Texts)
		if !c.Checked || !ok {
			continue
		}
		list := texts.List()
		for _, lane := range lanes {
			if n := len(list[min(lane, len(list)-1)]); n > texts.Room() {
				return &batch.LongText{Name: c.Name, Lane: lane, Bytes: n, Room: texts.Room()}
			}
		}
	}
	return nil
}

// without are the lanes that have no results, in order.
func without(o *turns.Outcome) []int {
	if len(o.Left) == 0 {
		return o.Again
	}
	all := slices.Concat(o.Again, o.Left)
	slices.Sort(all)
	return all
}

// again runs lanes that faulted in the machine, and returns their faults, and those that
// did not end.
func again(ctx context.Context, lanes []int, machine *batch.Code, cols, out []batch.Column,
	o Options) (faults []batch.Fault, left []int, err error) {
	if len(lanes) == 0 {
		return nil, nil, nil
	}
	picked := make([]batch.Column, len(cols))
	for i, c := range cols {
		if rows, err := c.Rows(); err == nil && rows == 1 {
			picked[i] = c // for all lanes
			continue
		}
		switch data := c.Data.(type) {
		case *batch.Texts:
			picked[i] = batch.Column{Data: data.Pick(lanes), Shape: c.Shape}
			continue
		case *batch.Lengths:
			picked[i] = batch.Column{Data: data.Pick(lanes), Shape: c.Shape}
			continue
		}
		picked[i], _ = batch.NewColumn(batch.GoType(c.Data), len(lanes), c.Shape)
		to, from := rowsOf(picked[i]), rowsOf(c)
		for j, lane := range lanes {
			copy(to.row(j), from.row(lane))
		}
	}
	quiet := o.Run
	quiet.Progress = nil // they were counted
	r, err := machine.Run(ctx, picked, quiet.All)
	if r == nil {
		return nil, lanes, err
	}
	faulted := map[int]bool{}
	for _, f := range r.Faults {
		faulted[f.Lane] = true
		f.Lane = lanes[f.Lane]
		faults = append(faults, f)
	}
	to, from := make([]rows, len(out)), make([]rows, len(out))
	for i, c := range r.Cols {
		to[i], from[i] = rowsOf(out[i]), rowsOf(c)
	}
	for j, lane := range lanes {
		switch {
		case r.Finished(j): // it is the machine that says
			for i := range to {
				copy(to[i].row(lane), from[i].row(j))
			}
		case !faulted[j]:
			left = append(left, lane)
		}
	}
	return faults, left, err
}

// rows are the bytes of a column, whose rows may be copied to those of one of another type of the same width.
type rows struct {
	bytes []byte
	each  int // bytes of a row
}

func rowsOf(c batch.Column) rows {
	data := reflect.ValueOf(c.Data)
	size := int(data.Type().Elem().Size())
	return rows{unsafe.Slice((*byte)(data.UnsafePointer()), data.Len()*size), program.Elements(c.Shape) * size}
}

// row returns the bytes of a row.
func (r rows) row(i int) []byte { return r.bytes[i*r.each:][:r.each] }
