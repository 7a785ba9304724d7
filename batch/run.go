package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// Result is the outcome of a run over columns.
type Result struct {
	Cols   []Column // a column for each leaf of VarsOut; rows of faulted lanes are zero
	Faults []Fault  // in order of lanes
	Stats  Stats    // what the run did

	rows     int
	finished []uint64 // nil: all
}

// NewResult is the result of a run that something else did: all lanes are finished but
// those that faulted and those that are left.
func NewResult(cols []Column, rows int, faults []Fault, left []int, stats Stats) *Result {
	if len(faults) == 0 && len(left) == 0 {
		return &Result{Cols: cols, Stats: stats, rows: rows}
	}
	sink := sliceSink{faults: faults}
	for _, lane := range left {
		sink.unfinished = append(sink.unfinished, int64(lane))
	}
	return &Result{Cols: cols, Faults: faults, Stats: stats, rows: rows, finished: sink.finished(rows, rows)}
}

// NewColumns returns columns for the results of so many lanes.
func (c *Code) NewColumns(rows int) []Column {
	cols := make([]Column, len(c.out))
	c.addColumns(cols, rows)
	return cols
}

// addColumns makes the columns that are not there.
func (c *Code) addColumns(cols []Column, rows int) {
	for i, v := range c.out {
		if cols[i].Data == nil {
			cols[i], _ = NewColumn(c.vars[v].goType(), rows, c.vars[v].shape)
		}
	}
}

// FillColumns checks columns that are to take the results of so many lanes, gives them the types that
// the machine gives, and makes those that have no data.
func (c *Code) FillColumns(given []Column, rows int) error {
	if len(given) == len(c.out) {
		c.addColumns(given, rows)
	}
	return c.checkInto(given, rows, given)
}

// CheckInputs reports what Run would say of the columns, but for lengths of strings in columns that are checked
// elsewhere.
func (c *Code) CheckInputs(inputs []Column, checked func(col int) bool) error {
	_, _, err := c.countInputs(inputs, checked)
	return err
}

func nowhereChecked(int) bool { return false }

// Finished reports whether a lane ran to its end: it did not fault and the run
// was not stopped before.
func (r *Result) Finished(lane int) bool {
	if r.finished == nil {
		return lane < r.rows
	}
	return r.finished[lane/64]>>(lane%64)&1 != 0
}

// Run runs the program over columns, one for each leaf of VarsIn. Columns have
// the same number of rows, or one row, which then holds for all lanes; a
// program without inputs runs one lane.
//
// If ctx ends first, Run returns what was finished and ctx's error. A fault of
// a lane is not an error.
func (c *Code) Run(ctx context.Context, inputs []Column, opts ...Option) (*Result, error) {
	rows, same, err := c.checkInputs(inputs)
	if err != nil {
		return nil, err
	}
	return c.run(ctx, inputs, same, c.NewColumns(rows), rows, newOptions(opts))
}

// RunInto is Run with the columns that take the results, one for each leaf of
// VarsOut, of the Go type and the number of rows that Run would give them. Rows
// of lanes that did not finish stay as they are.
func (c *Code) RunInto(ctx context.Context, inputs, results []Column, opts ...Option) (*Result, error) {
	rows, same, err := c.checkInputs(inputs)
	if err != nil {
		return nil, err
	}
	if results, err = c.checkResults(results, rows); err != nil {
		return nil, err
	}
	return c.run(ctx, inputs, same, results, rows, newOptions(opts))
}

func (c *Code) run(ctx context.Context, inputs []Column, same []bool, results []Column, rows int, o *options) (*Result,
	error) {
	res := &Result{Cols: results, rows: rows}
	src := &sliceSource{rows: rows, cols: Settled(inputs), same: same}
	sink := &sliceSink{cols: res.Cols, progress: o.Progress}
	gang := c.gangSize(o)
	if o.Gang == 0 {
		// With few inputs, smaller gangs for more workers.
		per := (rows + o.Workers - 1) / o.Workers
		gang = max(1, min(gang, (per+63)&^63))
	}
	o.Workers = max(1, min(o.Workers, (rows+gang-1)/gang))
	o.Gang = max(1, min(gang, rows))
	stats, err := c.stream(ctx, src, sink, o)
	if stats == nil {
		return nil, err
	}
	res.Stats = *stats
	res.finished = sink.finished(src.next, rows)
	res.Faults = sink.faults
	sorting.By(res.Faults, func(a, b Fault) int { return cmp.Compare(a.Lane, b.Lane) })
	return res, err
}

// checkResults returns the columns that are to take the results of so many
// lanes, in the types that the machine gives.
func (c *Code) checkResults(results []Column, rows int) ([]Column, error) {
	checked := make([]Column, len(results))
	return checked, c.checkInto(results, rows, checked)
}

// checkInto is checkResults into a slice.
func (c *Code) checkInto(results []Column, rows int, checked []Column) error {
	if len(results) != len(c.out) {
		return fmt.Errorf("batch: %s gives %d results, got %d columns for them", c.prog.Name, len(c.out), len(results))
	}
	for i, col := range results {
		v := &c.vars[c.out[i]]
		if !v.accepts(col.Data) {
			return fmt.Errorf("batch: result %s is []%s, got %T", v.name, v.goType(), col.Data)
		}
		if !slices.Equal(col.Shape, v.shape) {
			return fmt.Errorf("batch: result %s has events of shape %v, got shape %v", v.name, v.shape, col.Shape)
		}
		if n, err := col.Rows(); err != nil || n != rows {
			return fmt.Errorf("batch: result %s has %d rows, got a column of %d elements", v.name, rows,
				dataLen(col.Data))
		}
		checked[i] = Column{Data: as64(col.Data), Shape: col.Shape}
	}
	return nil
}

// as64 returns a column of int or uint as one of the 64-bit type that the
// machine gives, sharing the data, and any other as it is.
func as64(data any) any {
	switch data.(type) {
	case []int:
		same, _ := SameBits[int64](data)
		return same
	case []uint:
		same, _ := SameBits[uint64](data)
		return same
	}
	return data
}

// checkInputs returns the number of lanes and which columns hold for all.
func (c *Code) checkInputs(inputs []Column) (rows int, same []bool, err error) {
	rows, repeat, err := c.countInputs(inputs, nowhereChecked)
	if err != nil {
		return 0, nil, err
	}
	same = make([]bool, len(inputs))
	for i := range same {
		n, _ := inputs[i].Rows()
		same[i] = repeat && n == 1
	}
	return rows, same, nil
}

// countInputs returns the number of lanes, and whether some columns hold for all of several.
func (c *Code) countInputs(inputs []Column, checked func(col int) bool) (rows int, repeat bool, err error) {
	if len(inputs) != len(c.in) {
		return 0, false, fmt.Errorf("batch: %s takes %d inputs, got %d", c.prog.Name, len(c.in), len(inputs))
	}
	rows = 1
	longest := ""
	for i := range inputs {
		col, v := &inputs[i], &c.vars[c.in[i]]
		if !v.accepts(col.Data) {
			return 0, false, fmt.Errorf("batch: input %s is []%s, got %T", v.name, v.goType(), col.Data)
		}
		if !slices.Equal(col.Shape, v.shape) {
			return 0, false, fmt.Errorf("batch: input %s has events of shape %v, got shape %v", v.name, v.shape,
				col.Shape)
		}
		n, err := col.Rows()
		if err != nil {
			return 0, false, fmt.Errorf("batch: input %s: %w", v.name, err)
		}
		if n == 1 {
			repeat = true
			continue
		}
		if longest != "" && n != rows {
			return 0, false, fmt.Errorf("batch: input %s has %d rows, but %s has %d", v.name, n, longest, rows)
		}
		rows, longest = n, v.name
	}
	return rows, repeat && rows != 1, c.checkLengths(inputs, checked)
}

// Stream runs the program over the inputs of a source until the source ends,
// and gives each result to the sink when its lane finishes. Memory is bounded
// by the gangs, whatever the number of inputs. The lengths of slices are not
// checked, as Run checks them; a source must not exceed their capacity.
func (c *Code) Stream(ctx context.Context, src Source, sink Sink, opts ...Option) (*Stats, error) {
	o := newOptions(opts)
	o.Gang = c.streamGang(o)
	return c.stream(ctx, src, sink, o)
}

func (c *Code) stream(ctx context.Context, src Source, sink Sink, o *options) (*Stats, error) {
	start := time.Now()
	lanes := o.Gang
	total := newStats(c)
	total.Workers, total.Gang, total.Schedule = o.Workers, lanes, Schedule(o.Schedule).String()
	uni, err := c.bindUniforms(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return &total, err
	case err != nil:
		return nil, err
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var wg sync.WaitGroup
	stopped := false
	for w := range o.Workers {
		worker := *o
		if o.Random != 0 {
			worker.Random += uint64(w)
		}
		work := func() {
			g := newGang(c, lanes, uni, &worker, ctx.Done())
			err := g.work(ctx, src, sink)
			if err != nil {
				cancel(err)
				g.abandon(sink)
			}
			mu.Lock()
			defer mu.Unlock()
			stopped = stopped || err != nil
			g.highWater()
			total.add(&g.stats)
		}
		if w == o.Workers-1 {
			work() // here, so that one worker needs no other thread
			break
		}
		wg.Go(work)
	}
	wg.Wait()
	total.Elapsed = time.Since(start)
	if !stopped {
		return &total, nil // ctx may have ended just now, but it stopped nothing
	}
	return &total, context.Cause(ctx)
}

// work keeps the gang full until the source ends and every lane has ended.
func (g *gang) work(ctx context.Context, src Source, sink Sink) error {
	defer g.arena.Close()
	g.join()
	defer func() {
		if g.worker != nil {
			g.worker.Close()
		}
		g.expect(0)
		g.opts.stacks.leave(g)
	}()
	choose := g.opts.chooser()
	open := true
	if g.stopped {
		return context.Cause(ctx)
	}
	for {
		if g.runnable() == 0 && g.parkedLanes > 0 {
			g.unpark()
		}
		if fetch := g.live() == 0 || g.wantsInputs(open); fetch || g.looked && g.overdue() {
			// Sources and sinks may wait, and what they wait for may be another
			// run that waits for its turn.
			g.opts.stacks.leave(g)
			if err := g.deliver(sink); err != nil {
				return err
			}
			if open && fetch {
				err := g.refill(ctx, src)
				if open = err != io.EOF; open && err != nil {
					return err
				}
			}
			if !open && g.live() == 0 {
				return nil
			}
		}
		g.open = open
		if g.looked = false; g.runnable() == 0 {
			g.look() // a source that has nothing to give must not hold us
		}
		for g.runnable() > 0 {
			b := choose(g)
			g.turn(b)
			if g.stopped {
				break
			}
			if (g.code.blocks[b].stacky || g.worker != nil) && g.grown() && g.opts.stacks.exceededBy(g) {
				g.relieve(g.done)
			}
			if g.opts.Check {
				g.checkPlaces()
			}
			if g.looked || g.wantsInputs(open) {
				break
			}
		}
		if g.stopped {
			return errors.Join(g.deliver(sink), context.Cause(ctx))
		}
		g.tend()
	}
}

// wantsInputs reports whether enough lanes have ended to fetch new ones. New
// lanes have to wait while others are parked for lack of memory.
func (g *gang) wantsInputs(open bool) bool {
	return open && !g.opts.NoRefill && g.parkedLanes == 0 && g.lanes-g.live() >= max(1, g.lanes/8)
}
