package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

// Result is the outcome of a run over columns.
type Result struct {
	Cols   []Column // a column for each leaf of VarsOut; rows of faulted lanes are zero
	Faults []Fault  // in order of lanes
	Stats  Stats

	finished []uint64
}

// Finished reports whether a lane ran to its end: it did not fault and the run
// was not stopped before.
func (r *Result) Finished(lane int) bool { return r.finished[lane/64]>>(lane%64)&1 != 0 }

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
	o := newOptions(opts)
	res := &Result{finished: make([]uint64, (rows+63)/64)}
	for _, v := range c.out {
		va := &c.vars[v]
		col, _ := NewColumn(va.goType(), rows, va.shape)
		res.Cols = append(res.Cols, col)
	}
	sink := &sliceSink{cols: res.Cols, finished: res.finished, progress: o.progress}
	if o.gang == 0 {
		// With few inputs, smaller gangs for more workers.
		per := (rows + o.workers - 1) / o.workers
		o.gang = max(1, min(c.gangSize(o), (per+63)&^63))
	}
	o.workers = max(1, min(o.workers, (rows+o.gang-1)/o.gang))
	stats, err := c.stream(ctx, &sliceSource{rows: rows, cols: inputs, same: same}, sink, o)
	if stats == nil {
		return nil, err
	}
	res.Stats = *stats
	res.Faults = sink.faults
	slices.SortFunc(res.Faults, func(a, b Fault) int { return cmp.Compare(a.Lane, b.Lane) })
	return res, err
}

// checkInputs returns the number of lanes and which columns hold for all.
func (c *Code) checkInputs(inputs []Column) (rows int, same []bool, err error) {
	if len(inputs) != len(c.in) {
		return 0, nil, fmt.Errorf("batch: %s takes %d inputs, got %d", c.prog.Name, len(c.in), len(inputs))
	}
	same = make([]bool, len(inputs))
	counts := make([]int, len(inputs))
	rows = 1
	longest := ""
	for i, col := range inputs {
		v := &c.vars[c.in[i]]
		if !v.accepts(col.Data) {
			return 0, nil, fmt.Errorf("batch: input %s is []%s, got %T", v.name, v.goType(), col.Data)
		}
		if !slices.Equal(col.Shape, v.shape) {
			return 0, nil, fmt.Errorf("batch: input %s has events of shape %v, got shape %v", v.name, v.shape, col.Shape)
		}
		if counts[i], err = col.Rows(); err != nil {
			return 0, nil, fmt.Errorf("batch: input %s: %w", v.name, err)
		}
		if counts[i] != 1 {
			if longest != "" && counts[i] != rows {
				return 0, nil, fmt.Errorf("batch: input %s has %d rows, but %s has %d", v.name, counts[i], longest, rows)
			}
			rows, longest = counts[i], v.name
		}
	}
	for i := range same {
		same[i] = counts[i] == 1 && rows != 1
	}
	return rows, same, nil
}

// Stream runs the program over the inputs of a source until the source ends,
// and gives each result to the sink when its lane finishes. Memory is bounded
// by the gangs, whatever the number of inputs.
func (c *Code) Stream(ctx context.Context, src Source, sink Sink, opts ...Option) (*Stats, error) {
	return c.stream(ctx, src, sink, newOptions(opts))
}

func (c *Code) stream(ctx context.Context, src Source, sink Sink, o *options) (*Stats, error) {
	uni, err := c.bindUniforms(o)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	lanes := c.gangSize(o)
	total := newStats(c)
	total.Workers, total.Gang, total.Schedule = o.workers, lanes, o.schedule.String()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range o.workers {
		worker := *o
		worker.schedule.seed += uint64(w)
		wg.Go(func() {
			g := newGang(c, lanes, uni, &worker)
			if err := g.work(ctx, src, sink); err != nil {
				cancel(err)
			}
			mu.Lock()
			defer mu.Unlock()
			g.highWater()
			total.add(&g.stats)
		})
	}
	wg.Wait()
	total.Elapsed = time.Since(start)
	return &total, context.Cause(ctx)
}

// pollEvery is how many blocks a worker runs between two looks at the context:
// some tens of microseconds.
const pollEvery = 64

// work keeps the gang full until the source ends and every lane has ended.
func (g *gang) work(ctx context.Context, src Source, sink Sink) error {
	choose := g.opts.schedule.chooser()
	done := ctx.Done()
	open := true
	for {
		if ended := g.lanes - g.live(); ended == g.lanes || !g.opts.noRefill && open && ended >= max(1, g.lanes/8) {
			if err := g.deliver(sink); err != nil {
				return err
			}
			if open {
				err := g.refill(ctx, src)
				if open = err != io.EOF; open && err != nil {
					return err
				}
			}
			if !open && g.live() == 0 {
				return nil
			}
		}
		if g.runnable() == 0 && g.parkedLanes > 0 {
			g.unpark()
		}
		for range pollEvery {
			if g.runnable() == 0 {
				break
			}
			b := choose(g)
			g.run(b)
			if g.code.blocks[b].stacky && g.runnable() > 1 && g.pressed() {
				g.park()
			}
			if open && !g.opts.noRefill && g.lanes-g.live() >= max(1, g.lanes/8) {
				break
			}
		}
		select {
		case <-done:
			return errors.Join(g.deliver(sink), context.Cause(ctx))
		default:
		}
	}
}

// refill starts waiting inputs on idle lanes. It waits for one only if nothing
// runs.
func (g *gang) refill(ctx context.Context, src Source) error {
	for len(g.idle) > 0 {
		chunk, err := src.Take(ctx, len(g.idle), g.live() == 0)
		if err != nil {
			return err
		}
		if chunk.N == 0 {
			return nil
		}
		rest := len(g.idle) - chunk.N
		lanes := g.idle[rest:]
		g.reset(lanes)
		for i, v := range g.code.in {
			va := &g.code.vars[v]
			if !va.stored() {
				continue
			}
			step := 1
			if chunk.Same != nil && chunk.Same[i] {
				step = 0
			}
			loadLanes(chunk.Cols[i].Data, 0, step, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
		clear(g.cond)
		for j, l := range lanes {
			g.ids[l] = chunk.First + int64(j)
			g.cond[l>>6] |= 1 << (l & 63)
		}
		g.arrive(0, g.cond)
		g.idle = g.idle[:rest]
	}
	return nil
}

// reset gives lanes the state that a program starts with: empty stacks, and
// zero in variables that are read before they are written.
func (g *gang) reset(lanes []int32) {
	g.resetStacks(lanes)
	for _, l := range lanes {
		g.pcTop[l] = int32(g.code.exit)
		if g.steps != nil {
			g.steps[l] = 0
		}
	}
	for _, v := range g.code.resetVars {
		if va := &g.code.vars[v]; va.stored() {
			loadLanes(va.zero, 0, 0, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
	}
	// An input lies on top of its variable's initial value, so that the program
	// may pop it like any parameter.
	for _, v := range g.code.in {
		if va := &g.code.vars[v]; va.alloc == program.Full {
			loadLanes(va.zero, 0, 0, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
			g.stack[v].Push(g.topBuffer(v), lanes)
		}
	}
}

// deliver hands the lanes that ended to the sink and makes them idle.
func (g *gang) deliver(sink Sink) error {
	exit := g.code.exit
	if g.count[exit] == 0 && len(g.faulted) == 0 {
		return nil
	}
	r := &Finished{}
	lanes := g.list[:0]
	for w, m := range g.at[exit] {
		for ; m != 0; m &= m - 1 {
			lanes = append(lanes, int32(w<<6+bits.TrailingZeros64(m)))
		}
	}
	for _, l := range lanes {
		r.IDs = append(r.IDs, g.ids[l])
	}
	for _, v := range g.code.out {
		va := &g.code.vars[v]
		col, _ := NewColumn(va.goType(), len(lanes), va.shape)
		if va.stored() {
			storeLanes(col.Data, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
		r.Cols = append(r.Cols, col)
	}
	g.idle = append(g.idle, lanes...)
	for _, f := range g.faulted {
		r.Faults = append(r.Faults, Fault{Lane: g.ids[f.lane], Code: f.code, Pos: f.pos, Msg: f.msg})
		g.idle = append(g.idle, f.lane)
	}
	g.stats.Lanes += int64(len(lanes) + len(g.faulted))
	g.stats.Faults += int64(len(g.faulted))
	g.faulted = g.faulted[:0]
	clear(g.at[exit])
	g.count[exit] = 0
	g.nonempty[exit>>6] &^= 1 << (exit & 63)
	return sink.Deliver(r)
}

// bindUniforms lays out the uniforms in the forms that the code reads: those
// of the program and those given with the run.
func (c *Code) bindUniforms(o *options) ([]uniformData, error) {
	for name := range o.uniforms {
		if u := c.prog.Uniform(name); u == nil || u.Data != nil {
			return nil, fmt.Errorf("batch: %s has no run-time uniform %s", c.prog.Name, name)
		}
	}
	out := make([]uniformData, len(c.uniforms))
	for i := range c.uniforms {
		u := &c.uniforms[i]
		n := u.typ.Elements()
		data := u.data
		if data == nil {
			col, ok := o.uniforms[u.name]
			if !ok {
				return nil, fmt.Errorf("batch: uniform %s of %s has no value; give one with WithUniform", u.name, c.prog.Name)
			}
			def := c.prog.VarDefs.Def(u.name)
			v := variable{dtype: u.typ.Dtype, goTyp: def.Go}
			if !v.accepts(col.Data) || dataLen(col.Data) != n {
				return nil, fmt.Errorf("batch: uniform %s is %d × %s, got %d × %s", u.name, n, u.typ.Dtype.GoName(), dataLen(col.Data), GoType(col.Data))
			}
			data = columnBits(col, n, u.typ.Dtype)
		}
		if u.vector {
			out[i].vector = broadcastTable(data, u.typ.Dtype)
		}
		if u.table {
			out[i].table = plainTable(data, u.typ.Dtype)
		}
	}
	return out, nil
}

// columnBits returns the elements of a column as bits of the stored type.
func columnBits(col Column, n int, d program.Dtype) []uint64 {
	bits := make([]uint64, n)
	lane := []int32{0}
	for e := range bits {
		var x uint64
		loadLanes(col.Data, e, 1, 1, unsafe.Pointer(&x), 8, lane)
		if d.Size() == 4 {
			x = uint64(*(*uint32)(unsafe.Pointer(&x)))
		}
		bits[e] = x
	}
	return bits
}

func broadcastTable(data []uint64, d program.Dtype) unsafe.Pointer {
	buf := make([]uint64, (len(data)+1)*vectorWords)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	p = unsafe.Add(p, -uintptr(p)&(align-1))
	words := unsafe.Slice((*uint64)(p), len(data)*vectorWords)
	for e, x := range data {
		switch d.Size() {
		case 1:
			x = -(x & 1)
		case 4:
			x = x&math.MaxUint32 | x<<32
		}
		for i := range vectorWords {
			words[e*vectorWords+i] = x
		}
	}
	return p
}

func plainTable(data []uint64, d program.Dtype) unsafe.Pointer {
	buf := make([]uint64, (len(data)*d.Size()+7)/8+1)
	p := unsafe.Pointer(unsafe.SliceData(buf))
	for e, x := range data {
		switch d.Size() {
		case 8:
			buf[e] = x
		case 4:
			*(*uint32)(unsafe.Add(p, 4*e)) = uint32(x)
		default:
			*(*uint8)(unsafe.Add(p, e)) = uint8(x)
		}
	}
	return p
}
