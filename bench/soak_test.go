package bench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

var soak = flag.Duration("soak", 2*time.Second, "how long TestSoak runs workloads")

// soaked counts what a soak did.
type soaked struct {
	runs, stopped, made atomic.Int64
	by                  map[string]*atomic.Int64 // runs by what ran them
}

// soaker is a workload with the results that every run must have.
type soaker struct {
	w    Workload
	data Data
	want Columns
	// lanes is how many there are: a lane's part of a column may be several elements.
	lanes int
}

// TestSoak runs the workloads again and again for a while, from several goroutines: on random engines, with
// random numbers of lanes and workers, on functions of others and new ones, stopped at random, while
// memory is collected every few milliseconds and there is room for little machine code. Every lane that
// finished has the loop's result, and in the end nothing is left behind.
func TestSoak(t *testing.T) {
	const lanes = 3000
	var all []soaker
	for _, w := range All {
		data := w.Make(lanes)
		data.Loop()
		compiled, err := w.Compile()
		require.NoError(t, err)
		r, err := compiled.Run(t.Context(), data.Inputs, w.RunOptions()...)
		require.NoError(t, err)
		all = append(all, soaker{w, data, data.Results, int(r.Stats.Lanes)})
	}
	goroutines := runtime.NumGoroutine()
	defer lockstep.LimitCodeMemory(lockstep.LimitCodeMemory(4 << 20))
	ctx, stop := context.WithTimeout(context.Background(), *soak)
	defer stop()
	var counts soaked
	counts.by = map[string]*atomic.Int64{}
	for _, e := range lockstep.EngineModes() {
		counts.by[string(e)] = new(atomic.Int64)
	}
	var wg sync.WaitGroup
	errs := make(chan error, 8)
	for worker := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(worker), 17))
			funcs := map[string]*lockstep.Func{}
			for ctx.Err() == nil {
				if err := all[rng.IntN(len(all))].run(ctx, rng, funcs, &counts); err != nil {
					errs <- err
					stop()
					return
				}
			}
		})
	}
	wg.Go(func() {
		for ctx.Err() == nil {
			runtime.GC()
			time.Sleep(5 * time.Millisecond)
		}
	})
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	text := ""
	for _, e := range lockstep.EngineModes() {
		text += fmt.Sprintf(", %d by %s", counts.by[string(e)].Load(), e)
	}
	t.Logf("%d runs%s; %d of them stopped; %d functions made", counts.runs.Load(), text, counts.stopped.Load(),
		counts.made.Load())
	if counts.runs.Load() > 50 {
		require.Positive(t, counts.stopped.Load())
	}
	for range 500 { // goroutines end, and memory that nobody has is found out, when they have time
		if runtime.NumGoroutine() <= goroutines && lockstep.CodeMemory() == 0 {
			break
		}
		runtime.GC()
		time.Sleep(20 * time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
	require.Zero(t, lockstep.CodeMemory())
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MiB in use, %d goroutines, %d bytes of machine code", m.HeapInuse>>20, runtime.NumGoroutine(),
		lockstep.CodeMemory())
}

// run runs some lanes of a workload.
func (s *soaker) run(ctx context.Context, rng *rand.Rand, funcs map[string]*lockstep.Func, counts *soaked) error {
	compiled := funcs[s.w.Name]
	if compiled == nil || rng.IntN(20) == 0 {
		made, err := s.w.Compile()
		if err != nil {
			return err
		}
		compiled, funcs[s.w.Name] = made, made
		counts.made.Add(1)
	}
	if rng.IntN(100) == 0 {
		clear(funcs)
	}
	engines := compiled.Engines()
	engine := append(engines, lockstep.EngineAuto)[rng.IntN(len(engines)+1)]
	n := 1 + rng.IntN(s.lanes)
	in := lockstep.Inputs{}
	for name, column := range s.data.Inputs {
		in[name] = reflect.ValueOf(column).Slice(0, n*reflect.ValueOf(column).Len()/s.lanes).Interface()
	}
	var cancel context.CancelFunc
	if rng.IntN(3) == 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(rng.Int64N(int64(3*time.Millisecond))))
		defer cancel()
	}
	r, err := compiled.Run(ctx, in, append(s.w.RunOptions(), lockstep.Engine(engine),
		lockstep.Workers(1+rng.IntN(3)))...)
	counts.runs.Add(1)
	switch {
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s on %s, %d lanes: %w", s.w.Name, engine, n, err)
	case err != nil:
		counts.stopped.Add(1)
	case len(r.Faults) > 0:
		return fmt.Errorf("%s on %s, %d lanes: %v", s.w.Name, engine, n, r.Faults[0])
	}
	if r == nil {
		return nil
	}
	if by := counts.by[r.Stats.Engine]; by != nil {
		by.Add(1)
	}
	for name, want := range s.want {
		got, wanted := reflect.ValueOf(column(r, name, want)), reflect.ValueOf(want)
		each := wanted.Len() / s.lanes
		for lane := range n {
			if !r.Finished(lane) {
				continue
			}
			if !sameBits(got.Slice(lane*each, (lane+1)*each).Interface(),
				wanted.Slice(lane*each, (lane+1)*each).Interface()) {
				return fmt.Errorf("%s on %s: lane %d of %d: %s is %v, want %v", s.w.Name, r.Stats.Engine, lane, n, name,
					got.Slice(lane*each, (lane+1)*each), wanted.Slice(lane*each, (lane+1)*each))
			}
		}
	}
	return nil
}
