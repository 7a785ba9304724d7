package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/goloop"
	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// bench is the measurement of a function.
type bench struct {
	*function
	flags      *benchFlags
	path, from string
	table      *dataio.Table   // the lanes that are measured
	orders     []*dataio.Table // in these orders
	given      int             // lanes that there are
	faulted    int             // of those that would be measured
	outgrown   bool            // some because they needed more room
	faults     []faultReason   // why, the most frequent first
	compiling  time.Duration
	status     *statusLine

	loop       *goloop.Loop
	noLoop     string // why there is none
	unbuilt    bool   // it is that the package does not build
	differing  int    // lanes
	difference string // of the first

	ways    []*way
	byClock bool // for want of the processor's time
	even    []point

	room    int // the least -make-cap that is enough, if that is less than there was
	parting *parting
}

// way is one way to run the lanes.
type way struct {
	name     string
	compiled *lockstep.Func // nil: the loop
	engine   lockstep.EngineMode
	note     string
	memory   []lockstep.RunOption // for the results of so many lanes
	lanes    int
	stats    lockstep.Stats // of the last batch
	time     time.Duration  // of all lanes, the median of the rounds
	table    *dataio.Table  // the lanes that are measured: fewer than all, if these take long
	turn     int            // how many batches there were
}

// point is the time of a batch and of the loop for a number of lanes.
type point struct {
	lanes       int
	batch, loop time.Duration
}

// Times that decide how long things are measured.
const (
	shortestSample = 20 * time.Millisecond // of a way in a round
	enoughLanes    = 40 * time.Millisecond // a batch that takes so long has lanes enough
	patience       = 20 * time.Second      // for the first lanes
	firstLanes     = 512
	// settling is for how long batches run before they are measured, as a choice between engines that are close takes
	// a while. They go on until they have not been learning for settledFor, unless that takes longestSettling: trials
	// and code that is made are of the first runs, and were taken for what all runs take.
	settling, settledFor, longestSettling = 500 * time.Millisecond, 200 * time.Millisecond, 2 * time.Second
	// learning is what part of a run it takes to learn at least, if that is to count.
	learning = 8
	// longestFirst is how long the first lanes may take in an engine that is measured for all.
	longestFirst = 30 * time.Millisecond
)

func (b *bench) run(ctx context.Context) error {
	// Memory is collected as often as in a program that calls Run, and not as in this one; see main.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(100))
	}
	b.given = b.table.Lanes
	b.compiling += b.timed(func() { // makes the machine code
		defer collectSeldom()()
		b.compiled.Engines()
	})
	b.status.show("%s: running some lanes", b.compiled.Source().Name)
	all := b.table
	if err := b.chooseLanes(ctx); err != nil {
		return err
	}
	res, err := b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table)
	if err != nil {
		return err
	}
	if res, err = b.giveRoom(ctx, all, res); err != nil {
		return err
	}
	if len(res.Faults) > 0 {
		if err := b.comparePanics(ctx, res.Faults); err != nil {
			return err
		}
		if res, err = b.dropFaulted(ctx, res); err != nil {
			return err
		}
	}
	if res, err = b.takeRoom(ctx, res); err != nil {
		return err
	}
	b.status.show("%s: compiling the loop", b.compiled.Source().Name)
	if err := b.startLoop(ctx); err != nil {
		return err
	}
	if b.loop != nil {
		defer b.loop.Close()
		// With -math ours other bits are what was asked for.
		if b.flags.math == mathGo {
			b.compare(res)
		}
		if len(b.loop.Panicked) > 0 {
			b.loop.Close()
			b.loop, b.noLoop = nil, "the compiled function panics: "+b.loop.Message
		}
	}
	if err := b.findWays(ctx); err != nil {
		return err
	}
	if err := b.measureRounds(ctx); err != nil {
		return err
	}
	if b.loop != nil {
		if err := b.breakEven(ctx); err != nil {
			return err
		}
	}
	return b.measureLines(ctx)
}

// batch runs a kernel over a table on one core.
func (b *bench) batch(
	ctx context.Context, compiled *lockstep.Func, engine lockstep.EngineMode, t *dataio.Table,
	more ...lockstep.RunOption,
) (*lockstep.Result, error) {
	opts := append(slices.Clip(b.opts), lockstep.Workers(1), lockstep.Engine(engine))
	return compiled.Run(ctx, b.columns(t), append(opts, more...)...)
}

// chooseLanes takes so many of the lanes that a batch of them can be measured, and not more.
func (b *bench) chooseLanes(ctx context.Context) error {
	all := b.table
	for n := min(firstLanes, all.Lanes); ; n = min(4*n, all.Lanes) {
		b.table = all.Take(upTo(n))
		limited, cancel := context.WithTimeout(ctx, patience)
		var err error
		took := b.timed(func() { _, err = b.batch(limited, b.compiled, lockstep.EngineAuto, b.table) })
		cancel()
		switch {
		case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("the first %s take more than %v; take fewer (-n), or other inputs (-in, or -range for "+
				"random ones)",
				counted.Of(n, "lane"), patience)
		case err != nil:
			return err
		case n == all.Lanes || took >= enoughLanes:
			return nil
		}
	}
}

// dropFaulted goes on without the lanes that faulted: a compiled function would panic there, or never
// end. What a batch has found out of its engines is about lanes that fault, which kernels run again, so that the
// function is compiled anew.
func (b *bench) dropFaulted(ctx context.Context, res *lockstep.Result) (*lockstep.Result, error) {
	b.faulted, b.faults = len(res.Faults), reasonsOf(res.Faults)
	b.outgrown = slices.ContainsFunc(res.Faults,
		func(f lockstep.Fault) bool { return f.Code == optab.CapacityExceeded })
	var whole []int
	for lane := range res.Lanes {
		if res.Finished(lane) {
			whole = append(whole, lane)
		}
	}
	if len(whole) == 0 {
		if b.differing > 0 {
			return nil, fmt.Errorf("all lanes faulted; %s, which is a bug of lockstep", b.difference)
		}
		return nil, fmt.Errorf("all lanes faulted, the first with: %s", res.Faults[0])
	}
	b.table = b.table.Take(whole)
	var err error
	if b.compiled, err = b.compile(b.flags.math); err != nil {
		return nil, err
	}
	return b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table)
}

// faultReason is why some lanes faulted.
type faultReason struct {
	Why   string `json:"why"`
	Lanes int    `json:"lanes"`
}

// mostReasons is how many reasons are told.
const mostReasons = 3

// reasonsOf lists the most frequent reasons of faults.
func reasonsOf(faults []lockstep.Fault) []faultReason {
	count := map[string]int{}
	for _, f := range faults {
		count[f.String()]++
	}
	var list []faultReason
	for why, n := range count {
		list = append(list, faultReason{why, n})
	}
	slices.SortFunc(list, func(a, b faultReason) int {
		return cmp.Or(cmp.Compare(b.Lanes, a.Lanes), cmp.Compare(a.Why, b.Why))
	})
	return list[:min(len(list), mostReasons)]
}

// findWays lists the ways to run the lanes.
func (b *bench) findWays(ctx context.Context) error {
	if b.loop != nil {
		b.ways = append(b.ways, &way{name: "compiled loop", note: b.loop.Compiler})
	}
	batch := &way{name: "batch", compiled: b.compiled, engine: lockstep.EngineAuto}
	b.ways = append(b.ways, batch)
	first := b.table.Take(upTo(min(firstLanes, b.table.Lanes)))
	engines := b.compiled.Engines()
	if slices.Contains(engines, lockstep.EngineLanes) { // which has what is hot, and the rest, as machine code
		engines = slices.DeleteFunc(engines, func(e lockstep.EngineMode) bool { return e == lockstep.EngineBlocks })
	}
	slices.Reverse(engines)
	for _, e := range engines {
		// One that is there may refuse these inputs.
		var err error
		took := b.timed(func() { _, err = b.batch(ctx, b.compiled, e, first) })
		if err == nil {
			w := &way{name: "  -engine " + string(e), compiled: b.compiled, engine: e, note: engineNotes[e]}
			if took > longestFirst {
				w.table = first
			}
			b.ways = append(b.ways, w)
		}
	}
	if err := b.findRoom(ctx); err != nil {
		return err
	}
	other, err := b.otherMath()
	if err != nil {
		return err
	}
	if other != nil {
		name := "batch, -math " + otherOf(b.flags.math)
		b.ways = append(b.ways, &way{name: name, compiled: other, engine: lockstep.EngineAuto})
	}
	return context.Cause(ctx)
}

var engineNotes = map[lockstep.EngineMode]string{
	lockstep.EngineLanes:  "machine code, many lanes at a time",
	lockstep.EngineScalar: "machine code, one lane at a time",
	lockstep.EngineBlocks: "kernels, and machine code of what is hot",
	lockstep.EngineOff:    "a kernel for each operation",
}

// timed returns how long processors worked for a function on one thread, or how long it took where that is not known.
// What the collector of memory does beside it on other threads, of what ran before, is not counted.
func timed(f func()) (took time.Duration, byClock bool) {
	before, err := measure.ProcessorTime()
	start := time.Now()
	f()
	wall := time.Since(start)
	after, err2 := measure.ProcessorTime()
	if err != nil || err2 != nil {
		return wall, true
	}
	return min(wall, after-before), false
}

func (b *bench) timed(f func()) (took time.Duration) {
	took, b.byClock = timed(f)
	return took
}

// take runs all lanes of a table some times in one way, and returns how long that took. There are several tables if the
// lanes are measured in several orders.
func (b *bench) take(ctx context.Context, w *way, repeat int, ts []*dataio.Table) (time.Duration, error) {
	if w.compiled == nil {
		orders := len(b.orders)
		passes := (repeat + orders - 1) / orders
		processor, clock, err := b.loop.Time(passes)
		if b.byClock {
			processor = clock
		}
		took := float64(processor) * float64(repeat) / float64(passes*orders)
		return time.Duration(took), errors.Join(context.Cause(ctx), err)
	}
	if lanes := ts[0].Lanes; w.memory == nil || w.lanes != lanes {
		res, err := b.batch(ctx, w.compiled, w.engine, ts[0])
		if err != nil {
			return 0, err
		}
		w.memory, w.lanes = []lockstep.RunOption{lockstep.IntoResult(res)}, lanes
	}
	var err error
	took := b.timed(func() {
		for range repeat {
			var res *lockstep.Result
			t := ts[w.turn%len(ts)]
			if res, err = b.batch(ctx, w.compiled, w.engine, t, w.memory...); err != nil {
				return
			}
			w.turn++
			w.stats = res.Stats
		}
	})
	return took, err
}

// repetitions returns how often a way is run in a sample.
func (b *bench) repetitions(ctx context.Context, w *way, ts []*dataio.Table, sample time.Duration) (int, error) {
	for n := 1; ; n *= 2 {
		took, err := b.take(ctx, w, n, ts)
		if err != nil || took >= sample/2 {
			return max(1, int(float64(n)*float64(sample)/float64(max(1, took)))), err
		}
	}
}

// settle runs a way that chooses among engines, or among forms of the code for many lanes, until it is likely to have
// chosen.
func (b *bench) settle(ctx context.Context, w *way) error {
	if w.compiled == nil || w.engine != lockstep.EngineAuto && w.engine != lockstep.EngineLanes {
		return nil
	}
	start := time.Now()
	learned := start
	for {
		if _, err := b.take(ctx, w, 1, b.tablesOf(w)); err != nil {
			return err
		}
		now := time.Now()
		if w.stats.Tuning > w.stats.Elapsed/learning {
			learned = now
		}
		took := now.Sub(start)
		if took >= longestSettling || took >= settling && now.Sub(learned) >= settledFor {
			return nil
		}
	}
}

// warm runs a way before it is measured: what others left in caches is not its fault, nor that memory which it keeps
// from run to run is gone, because they have let the collector run.
func (b *bench) warm(ctx context.Context, w *way, repeat int, few *dataio.Table) error {
	var err error
	if repeat > 1 {
		_, err = b.take(ctx, w, (repeat+3)/4, b.orders)
	} else if w.compiled != nil {
		_, err = b.batch(ctx, w.compiled, w.engine, few)
	}
	return err
}

// tablesOf are the lanes that a way is measured with.
func (b *bench) tablesOf(w *way) []*dataio.Table {
	if w.table != nil {
		return []*dataio.Table{w.table}
	}
	return b.orders
}

// measureRounds measures all ways in turn, round by round.
func (b *bench) measureRounds(ctx context.Context) error {
	repeat, times := make([]int, len(b.ways)), make([][]time.Duration, len(b.ways))
	for i, w := range b.ways {
		if err := b.settle(ctx, w); err != nil {
			return err
		}
		var err error
		if repeat[i], err = b.repetitions(ctx, w, b.tablesOf(w), shortestSample); err != nil {
			return err
		}
	}
	few := b.table.Take(upTo((b.table.Lanes + 3) / 4))
	for round := range b.flags.rounds {
		b.status.show("%s: round %d of %d", b.compiled.Source().Name, round+1, b.flags.rounds)
		for i, w := range b.ways {
			var err error
			if w.table == nil {
				err = b.warm(ctx, w, repeat[i], few)
			}
			tables := b.tablesOf(w)
			took, err2 := b.take(ctx, w, repeat[i], tables)
			if err = errors.Join(err, err2); err != nil {
				return err
			}
			took = time.Duration(float64(took) * float64(b.table.Lanes) / float64(tables[0].Lanes))
			times[i] = append(times[i], took/time.Duration(repeat[i]))
		}
	}
	for i, w := range b.ways {
		slices.Sort(times[i])
		w.time = times[i][len(times[i])/2]
	}
	return nil
}

// breakEven measures small batches against as many lanes of the loop.
func (b *bench) breakEven(ctx context.Context) error {
	perLane := float64(b.ways[0].time) / float64(b.table.Lanes)
	for n := 1; n < b.table.Lanes; n *= 2 {
		b.status.show("%s: batches of %s", b.compiled.Source().Name, counted.Of(n, "lane"))
		ts := firstOf(b.orders, n)
		w := &way{compiled: b.compiled, engine: lockstep.EngineAuto}
		const sample = 4 * time.Millisecond
		repeat, err := b.repetitions(ctx, w, ts, sample)
		if err != nil {
			return err
		}
		var times []time.Duration
		for range 3 {
			took, err := b.take(ctx, w, repeat, ts)
			if err != nil {
				return err
			}
			times = append(times, took/time.Duration(repeat))
		}
		b.even = append(b.even, point{n, slices.Min(times), time.Duration(perLane * float64(n))})
	}
	b.even = append(b.even, point{b.table.Lanes, b.ways[1].time, b.ways[0].time})
	return nil
}

// fasterFrom returns from how many lanes on a batch is faster than the loop; 0 if it is not for any
// number that was measured.
func (b *bench) fasterFrom() int {
	from := 0
	for _, p := range slices.Backward(b.even) {
		if p.batch > p.loop {
			break
		}
		from = p.lanes
	}
	return from
}

// paysFrom is fasterFrom if compiling in process counts; 0 if it does not pay.
func (b *bench) paysFrom() int {
	gain := float64(b.ways[0].time-b.ways[1].time) / float64(b.table.Lanes)
	if gain <= 0 {
		return 0
	}
	return max(b.fasterFrom(), int(float64(b.compiling)/gain))
}

// measureLines runs the lanes by kernels, which count blocks.
func (b *bench) measureLines(ctx context.Context) error {
	t := b.table
	for _, w := range b.ways {
		if w.engine == lockstep.EngineOff && w.table != nil {
			t = w.table
		}
	}
	res, err := b.batch(ctx, b.compiled, lockstep.EngineOff, t)
	if err != nil {
		return err
	}
	b.parting = partingOf(b.compiled, res)
	return nil
}
