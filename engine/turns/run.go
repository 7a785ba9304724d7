package turns

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Run is a run of the code over columns.
type Run struct {
	// In and Out are the columns, slices of the numbers that the program takes and gives:
	// an element for every lane; or, of columns that are Apart, slices of addresses, and of Strings slices of these.
	In, Out []any
	// Uniforms are the bits of the program's uniforms that have one element.
	Uniforms map[string]uint64
	// Tables are the others.
	Tables  map[string]Table
	Lanes   int
	Workers int
	// Progress, if not nil, is called with how many lanes ended since.
	Progress func(done int)

	// Call, if not nil, is what the run has in common with others.
	Call *Call

	shortIn, shortOut []shortColumn

	whole *Run // of a stage of a run: that
	own   Call
}

// Call is what runs over parts of the lanes of one call have in common, which have the same tables. It may be used by
// several goroutines at once.
type Call struct {
	Lanes int // of all parts

	tuned  atomic.Int64 // nanoseconds
	making sync.Mutex
	made   []madeRecords
	longer []longerTable
	short  []shortTable
}

// call is what a run has in common with others, or has for itself.
func (r *Run) call() *Call {
	switch {
	case r.whole != nil:
		return r.whole.call()
	case r.Call != nil:
		return r.Call
	}
	return &r.own
}

// NoteTuned notes that the call took so much longer to make other forms of the code.
func (r *Run) NoteTuned(took time.Duration) { r.call().tuned.Add(int64(took)) }

// Tuned is that time so far, of all parts of the call.
func (r *Run) Tuned() time.Duration { return r.call().Tuned() }

// Tuned is how long it took so far to make other forms of the code, which runs after this one need no more.
func (c *Call) Tuned() time.Duration { return time.Duration(c.tuned.Load()) }

// Part is a run over some of the lanes.
func (l *Layout) Part(r *Run, from, to int) *Run {
	part := &Run{Uniforms: r.Uniforms, Tables: r.Tables, Lanes: to - from, Workers: r.Workers, Progress: r.Progress,
		Call: r.call()}
	some := func(columns []Column, data []any) (list []any) {
		for i, c := range columns {
			list = append(list, reflect.ValueOf(data[i]).Slice(from*c.Elements, to*c.Elements).Interface())
		}
		return list
	}
	part.In, part.Out = some(l.In, r.In), some(l.Out, r.Out)
	return part
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
func (r *Run) word(u Given, made *Records) uint64 {
	table := r.Tables[u.Name]
	switch {
	case made != nil:
		table = r.recordsMade(made)
	case u.Wide && u.Table:
		table.Data, _ = r.shortened(u)
	}
	switch {
	case u.Table:
		data := reflect.ValueOf(table.Data)
		switch {
		case data.Len() < u.Least:
			return uint64(addressOf(r.lengthened(u, data)))
		case data.Len() == 0:
			return uint64(addressOf(noElements[:])) // lanes without an index read the first
		}
		return uint64(data.Pointer())
	case u.Axis > 0:
		return uint64(table.Shape[u.Axis-1])
	}
	return r.Uniforms[u.Name]
}

// longerTable is a copy of a table with zeros behind it, for code that reads so many elements.
type longerTable struct {
	of   Given
	data []byte
}

// lengthened is the longer copy of a table, which is made once.
func (r *Run) lengthened(u Given, data reflect.Value) []byte {
	c := r.call()
	c.making.Lock()
	defer c.making.Unlock()
	for _, l := range c.longer {
		if l.of == u {
			return l.data
		}
	}
	size := int(data.Type().Elem().Size())
	longer := Aligned(size * u.Least)
	if n := data.Len(); n > 0 {
		copy(longer, unsafe.Slice((*byte)(data.UnsafePointer()), n*size))
	}
	c.longer = append(c.longer, longerTable{u, longer})
	return longer
}

// Outcome says what became of the lanes of a run.
type Outcome struct {
	// Again are lanes that faulted: tier 1 says how. Their results were not written.
	Again []int
	// Left are lanes that had not ended when the context did.
	Left []int
	// Served is how many lanes host phases ran, each time counted, and Exits how often the code
	// was left for some.
	Served, Exits int64
}

// Add adds what became of other lanes.
func (o *Outcome) Add(other Outcome) {
	o.Again, o.Left = append(o.Again, other.Again...), append(o.Left, other.Left...)
	o.Served, o.Exits = o.Served+other.Served, o.Exits+other.Exits
}

// Chunk is how many inputs a worker takes at once, at most.
const Chunk = 1 << 14

// Shape is code that can be entered with a frame, until it leaves.
type Shape struct {
	Layout
	enter  func(frame *byte)
	frames sync.Pool // of *lent: frames that are large take long to clear
	stages []Stage   // that run in its place
	looks  looking
}

// New returns the shape of code that enter runs.
func New(l Layout, enter func(frame *byte)) *Shape {
	s := &Shape{Layout: l, enter: enter}
	s.frames.New = func() any { return &lent{frame: newFrame(l.Bytes)} }
	s.looks.every = max(1, l.Looks/2)
	return s
}

// Shapes are shapes of code of a program. A run takes the first that takes its tables.
type Shapes []*Shape

// Do is Shape.Do.
func (l Shapes) Do(ctx context.Context, r *Run) (Outcome, error) {
	for _, s := range l {
		if err := s.Check(r); err != nil {
			return Outcome{}, err
		}
		if s.Takes(r) {
			defer r.Release()
			return s.Do(ctx, r)
		}
	}
	return Outcome{}, fmt.Errorf("engine: there is no code for tables of several lengths")
}

// Columns are those of all of them.
func (l Shapes) Columns() (in, out []Column) { return l[0].Columns() }

// Gang is how many lanes the first has in registers at once.
func (l Shapes) Gang() int { return l[0].Gang() }

// Do runs all lanes. If the context ends first its error is returned, and the outcome
// tells which lanes are left.
func (s *Shape) Do(ctx context.Context, r *Run) (Outcome, error) {
	if err := s.Check(r); err != nil {
		return Outcome{}, err
	}
	return s.Rest(ctx, r, new(atomic.Int64), Outcome{})
}

// Busy is how many workers have lanes: a quarter of a chunk or more.
func (r *Run) Busy() int { return max(1, min(r.Workers, (r.Lanes+Chunk/4-1)/(Chunk/4))) }

// Rest runs the lanes from next on, as Do does. so is what became of those before.
func (s *Shape) Rest(ctx context.Context, r *Run, next *atomic.Int64, so Outcome) (Outcome, error) {
	if workers := r.Busy(); workers > 1 {
		s.share(ctx, r, workers, next, &so)
	} else {
		so.Add(s.Work(ctx, r, 1, next, r.Lanes))
	}
	for i := next.Load(); i < int64(r.Lanes); i++ {
		so.Left = append(so.Left, int(i))
	}
	runtime.KeepAlive(r)
	if len(so.Left) > 0 {
		return so, context.Cause(ctx)
	}
	return so, nil
}

// share runs the lanes from next on with several workers.
func (s *Shape) share(ctx context.Context, r *Run, workers int, next *atomic.Int64, so *Outcome) {
	outcomes := make([]Outcome, workers)
	var wg sync.WaitGroup
	for w := range workers {
		work := func() { outcomes[w] = s.Work(ctx, r, workers, next, r.Lanes) }
		if w == workers-1 {
			work()
			break
		}
		wg.Go(work)
	}
	wg.Wait()
	for _, o := range outcomes {
		so.Add(o)
	}
}

// Check reports columns that are not the code's.
func (s *Shape) Check(r *Run) error {
	if len(r.In) != len(s.In) || len(r.Out) != len(s.Out) {
		return fmt.Errorf("engine: %d input and %d result columns, want %d and %d", len(r.In), len(r.Out), len(s.In),
			len(s.Out))
	}
	for _, u := range s.Given {
		_, scalar := r.Uniforms[u.Name]
		_, table := r.Tables[u.Name]
		if !scalar && !table && s.RecordsOf(u.Name) == nil {
			return fmt.Errorf("engine: uniform %s has no value", u.Name)
		}
	}
	if s.Stack != nil {
		if err := s.Stack.check(r.Tables); err != nil {
			return err
		}
	}
	for i := range s.In {
		if err := s.checkColumn(r, &s.In[i], r.In[i]); err != nil {
			return err
		}
	}
	for i := range s.Out {
		if err := s.checkColumn(r, &s.Out[i], r.Out[i]); err != nil {
			return err
		}
	}
	return nil
}

// mostNarrow is how many numbers of 32 bits count: a group's last lanes are counted that are behind the last input.
const mostNarrow = math.MaxInt32 - 16*MostGroups

func (s *Shape) checkColumn(r *Run, c *Column, data any) error {
	switch {
	case c.Strings:
		list, ok := data.([]string)
		return checkApart(c, data, len(list), r.Lanes, ok)
	case c.Apart:
		list, ok := data.([]uintptr)
		return checkApart(c, data, len(list), r.Lanes, ok)
	}
	v := reflect.ValueOf(data)
	switch {
	case v.Kind() != reflect.Slice || int(v.Type().Elem().Size()) != c.Size:
		return fmt.Errorf("engine: column %s is a %T, not a slice of numbers of %d bits", c.Name, data, 8*c.Size)
	case v.Len() < r.Lanes*c.Elements:
		return fmt.Errorf("engine: column %s has %d of %d lanes", c.Name, v.Len()/c.Elements, r.Lanes)
	case s.Width == 4 && r.Lanes*c.Elements > mostNarrow:
		return fmt.Errorf("engine: %d lanes are more than numbers of 32 bits count", r.Lanes)
	}
	return nil
}

// checkApart is checkColumn for one with some addresses or strings.
func checkApart(c *Column, data any, n, lanes int, ok bool) error {
	switch {
	case !ok:
		return fmt.Errorf("engine: column %s is a %T, not a slice of addresses or strings", c.Name, data)
	case n < lanes:
		return fmt.Errorf("engine: column %s has %d of %d lanes", c.Name, n, lanes)
	}
	return nil
}
