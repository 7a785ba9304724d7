package engine

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Run is a run of the code over columns.
type Run struct {
	// In and Out are the columns, slices of the numbers that the program takes and gives:
	// an element for every lane.
	In, Out []any
	// Uniforms are the bits of the program's uniforms that have one element.
	Uniforms map[string]uint64
	// Tables are the others.
	Tables  map[string]Table
	Lanes   int
	Workers int
	// Progress, if not nil, is called with how many lanes ended since.
	Progress func(done int)
}

// Table is the value of a uniform of several elements.
type Table struct {
	// Data is a slice of the elements as the code reads them, bools as int32.
	Data  any
	Shape []int
}

// noElements stands for the elements of a table that has none.
var noElements [8]byte

// word is a word of the frame that tells of a uniform.
func (r *Run) word(u given) uint64 {
	switch {
	case u.table:
		data := reflect.ValueOf(r.Tables[u.name].Data)
		if data.Len() == 0 {
			return uint64(addressOf(noElements[:])) // lanes without an index read the first
		}
		return uint64(data.Pointer())
	case u.axis > 0:
		return uint64(r.Tables[u.name].Shape[u.axis-1])
	}
	return r.Uniforms[u.name]
}

// Outcome says what became of the lanes of a run.
type Outcome struct {
	// Again are lanes that faulted: tier 1 says how. Their results were not written.
	Again []int
	// Left are lanes that had not ended when the context did.
	Left []int
}

// chunk is how many inputs a worker takes at once, at most.
const chunk = 1 << 14

// Do runs all lanes. If the context ends first its error is returned, and the outcome
// tells which lanes are left.
func (c *Code) Do(ctx context.Context, r *Run) (Outcome, error) {
	if err := c.check(r); err != nil {
		return Outcome{}, err
	}
	workers := max(1, min(r.Workers, (r.Lanes+chunk/4-1)/(chunk/4)))
	var next atomic.Int64
	outcomes := make([]Outcome, workers+1)
	outcomes[workers] = c.measureFirst(ctx, r, &next)
	shape := c.shape.Load()
	var wg sync.WaitGroup
	for w := range workers {
		work := func() { outcomes[w] = shape.work(ctx, r, workers, &next, r.Lanes) }
		if w == workers-1 {
			work()
			break
		}
		wg.Go(work)
	}
	wg.Wait()
	var all Outcome
	for _, o := range outcomes {
		all.Again = append(all.Again, o.Again...)
		all.Left = append(all.Left, o.Left...)
	}
	for i := next.Load(); i < int64(r.Lanes); i++ {
		all.Left = append(all.Left, int(i))
	}
	runtime.KeepAlive(r)
	if len(all.Left) > 0 {
		return all, context.Cause(ctx)
	}
	return all, nil
}

// Measuring takes a part of the lanes, if there are many.
const (
	leastMeasured = 1 << 14
	measuredPart  = 64
)

// measureFirst runs the first lanes in each form of the program with one group, two and so
// on, in turn, and chooses what is fastest: once, when a run has lanes enough.
func (c *Code) measureFirst(ctx context.Context, r *Run, next *atomic.Int64) (o Outcome) {
	if c.fixed || r.Lanes < leastMeasured {
		return o
	}
	c.measure.Do(func() {
		var shapes []*placed
		for _, g := range c.forms() {
			for groups := 1; groups <= maxGroups; groups++ {
				t, err := newTurn(g, c.set, groups)
				if err != nil {
					break // too many values for so many groups
				}
				p, err := newPlaced(t)
				if err != nil {
					break
				}
				shapes = append(shapes, p)
			}
		}
		slice := min(r.Lanes/measuredPart, chunk/2)
		best := make([]time.Duration, len(shapes)) // of the same number of lanes
		for range 2 {
			for i, p := range shapes {
				start := time.Now()
				did := p.work(ctx, r, 1, next, int(next.Load())+slice)
				if took := time.Since(start); best[i] == 0 || took < best[i] {
					best[i] = took
				}
				o.Again, o.Left = append(o.Again, did.Again...), append(o.Left, did.Left...)
			}
		}
		if ctx.Err() == nil && len(shapes) > 0 {
			c.shape.Store(shapes[slices.Index(best, slices.Min(best))])
		}
	})
	return o
}

// check reports columns that are not the code's.
func (c *Code) check(r *Run) error {
	t := c.shape.Load()
	if len(r.In) != len(t.in) || len(r.Out) != len(t.out) {
		return fmt.Errorf("engine: %d input and %d result columns, want %d and %d", len(r.In), len(r.Out), len(t.in), len(t.out))
	}
	for _, u := range t.given {
		_, scalar := r.Uniforms[u.name]
		_, table := r.Tables[u.name]
		if !scalar && !table {
			return fmt.Errorf("engine: uniform %s has no value", u.name)
		}
	}
	if err := t.checkTables(r.Tables); err != nil {
		return err
	}
	names := slices.Concat(t.in, t.out)
	for i, col := range slices.Concat(r.In, r.Out) {
		v := reflect.ValueOf(col)
		switch {
		case v.Kind() != reflect.Slice || int(v.Type().Elem().Size()) != t.sizes[i]:
			return fmt.Errorf("engine: column %s is a %T, not a slice of numbers of %d bits", names[i], col, 8*t.sizes[i])
		case v.Len() < r.Lanes*t.events[i]:
			return fmt.Errorf("engine: column %s has %d of %d lanes", names[i], v.Len()/t.events[i], r.Lanes)
		case t.width == 4 && r.Lanes*t.events[i] > math.MaxInt32:
			return fmt.Errorf("engine: %d lanes are more than numbers of 32 bits count", r.Lanes)
		}
	}
	return nil
}

// While the code runs, a chunk's lanes may fault, and those that were there before.
const listedBefore = 16 * maxGroups

// work takes chunks of inputs until there are none before end.
func (t *placed) work(ctx context.Context, r *Run, workers int, next *atomic.Int64, end int) (o Outcome) {
	frame := aligned(t.frameBytes())
	list := aligned((min(r.Lanes, chunk) + listedBefore) * t.width)
	put := func(offset int, v uint64) { binary.LittleEndian.PutUint64(frame[offset:], v) }
	get := func(offset int) int64 { return int64(binary.LittleEndian.Uint64(frame[offset:])) }
	put(frameList, uint64(addressOf(list)))
	for i, col := range slices.Concat(r.In, r.Out) {
		put(frameCols+8*i, uint64(reflect.ValueOf(col).Pointer()))
	}
	for i, u := range t.given {
		put(t.uniform(i), r.word(u))
	}
	for g := range t.groups {
		for i := range 64 {
			frame[t.group(g)+i] = 0xff // no lane has a number
		}
	}
	busy := func() (lanes []int) {
		for g := range t.groups {
			for i := range t.lanes {
				if n := t.number(frame[t.group(g):], i); n >= 0 {
					lanes = append(lanes, n)
				}
			}
		}
		return lanes
	}
	if t.stack != nil {
		defer t.stack.lend(put)()
		t.stack.bind(put, r.Tables)
	}
	reported := 0
	taken := 0
	for ctx.Err() == nil {
		if get(frameNext) == get(frameLimit) {
			from, to := take(next, end, workers)
			put(frameNext, uint64(from))
			put(frameLimit, uint64(to))
			taken += to - from
			if from == to && len(busy()) == 0 {
				break
			}
		}
		put(frameFuel, uint64(t.fuel))
		put(frameFaults, 0)
		enter(t.entry, unsafe.SliceData(frame))
		for i := range int(get(frameFaults)) {
			o.Again = append(o.Again, t.number(list, i))
		}
		if r.Progress != nil {
			if done := taken - int(get(frameLimit)-get(frameNext)) - t.groups*t.lanes; done > reported {
				r.Progress(done - reported)
				reported = done
			}
		}
	}
	o.Left = busy()
	for i := get(frameNext); i < get(frameLimit); i++ {
		o.Left = append(o.Left, int(i))
	}
	if done := taken - len(o.Left); r.Progress != nil && done > reported {
		r.Progress(done - reported)
	}
	runtime.KeepAlive(list)
	runtime.KeepAlive(t)
	runtime.KeepAlive(frame)
	return o
}

// take takes the next chunk: smaller ones towards the end, so that workers end together.
func take(next *atomic.Int64, lanes, workers int) (from, to int) {
	for {
		from := next.Load()
		n := max(64, min(chunk, (int64(lanes)-from)/int64(2*workers)))
		if workers == 1 {
			n = chunk
		}
		to := min(int64(lanes), from+n)
		if next.CompareAndSwap(from, to) {
			return int(from), int(to)
		}
	}
}

// number is the number of a lane in a row, negative if there is none.
func (t *turnCode) number(row []byte, i int) int {
	if t.width == 4 {
		return int(int32(binary.LittleEndian.Uint32(row[4*i:])))
	}
	return int(int64(binary.LittleEndian.Uint64(row[8*i:])))
}

// aligned returns zeros that begin at a multiple of 64.
func aligned(bytes int) []byte {
	b := make([]byte, bytes+63)
	off := int(-addressOf(b) & 63)
	return b[off : off+bytes : off+bytes]
}
