package wrap_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/wrap"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// inputs are numbers to divide; every tenth divisor is zero.
func inputs(n int) (x, y []int) {
	x, y = make([]int, n), make([]int, n)
	for i := range n {
		x[i], y[i] = 3*i, i%10
	}
	return x, y
}

// A call has the same results and the same faults, in the same words, whichever engine
// runs it and however often it is called.
func TestEngines(t *testing.T) {
	for _, n := range []int{0, 1, 5, 100, 3000, 12_000} {
		x, y := inputs(n)
		var message string
		for name, opts := range map[string][]lane.Option{
			"loop":  {lane.ForceLoop()},
			"batch": {lane.ForceBatch()},
			"auto":  {lane.Auto()},
			"one":   {lane.Workers(1)},
			"gang":  {lane.Gang(8), lane.ForceBatch()},
		} {
			w := newWrapper()
			checked := 0
			for range 6 {
				var rep lane.Report
				r, err := w.batch(context.Background(), x, y, append(opts, lane.Stats(&rep))...)
				require.Len(t, r, n)
				for i := range n {
					if y[i] != 0 {
						require.Equal(t, x[i]/y[i], r[i])
					} else {
						require.Zero(t, r[i])
					}
				}
				require.Equal(t, n, rep.Lanes, name)
				require.Equal(t, n, rep.LoopLanes+rep.BatchLanes)
				require.Equal(t, (n+9)/10, rep.Faults)
				require.NotEmpty(t, rep.Why)
				require.Contains(t, rep.String(), fmt.Sprintf("%d lanes by ", n))
				if n == 0 {
					require.NoError(t, err)
					require.Equal(t, lane.None, rep.Way)
					continue
				}
				switch name {
				case "loop":
					require.Equal(t, lane.Loop, rep.Way)
				case "batch", "gang":
					// The loop runs none but those that are compared.
					require.Equal(t, lane.Batch, rep.Way)
					checked += rep.Checked
					require.EqualValues(t, checked, w.looped.Load())
					require.LessOrEqual(t, checked, 6*64)
				}
				var fault *lane.FaultError
				require.ErrorAs(t, err, &fault)
				require.Len(t, fault.Faults, (n+9)/10)
				for k, f := range fault.Faults {
					require.Equal(t, 10*k, f.Lane)
					require.Equal(t, optab.DivideByZero, f.Code)
					require.Equal(t, "divide.go:8:7", f.Pos.String())
				}
				if message == "" {
					message = err.Error()
				}
				require.Equal(t, message, err.Error())
			}
		}
		if n == 100 {
			require.Equal(t, "divideBatch: 10 of 100 lanes faulted: lane 0: integer divide by zero at divide.go:8:7; "+
				"lane 10: integer divide by zero at divide.go:8:7; lane 20: integer divide by zero at "+
				"divide.go:8:7; and 7 more", message)
		}
	}
}

// One fault among the faults is found as an error of its own.
func TestFaultAs(t *testing.T) {
	_, err := newWrapper().batch(context.Background(), []int{1, 2, 3}, []int{1, 0, 0}, lane.ForceBatch())
	var f *lane.Fault
	require.ErrorAs(t, err, &f)
	require.Equal(t, 1, f.Lane)
}

// A panic of the Go function that the batch does not share is a fault all the
// same, with the line where it happened.
func TestForeignPanic(t *testing.T) {
	for want, hang := range map[string]func(){
		"panic: out of order":       func() { panic("out of order") },
		"panic: broken":             func() { panic(errors.New("broken")) },
		"index out of range":        func() { i := 5; _ = make([]int, i-2)[i] },
		"slice bounds out of range": func() { i := 5; _ = make([]int, i-2)[i:] },
		"invalid memory address or nil pointer dereference": func() { var p *int; *p = 1 },
		"negative shift amount":                             func() { i := -1; _ = 1 << i },
	} {
		w := newWrapper()
		// In the batch the lane would run for ever; at a context that has ended
		// it is not asked.
		ctx, cancel := context.WithCancel(context.Background())
		w.hang = func() { cancel(); hang() }
		r, err := w.batch(ctx, []int{8, 8}, []int{2, -1}, lane.ForceLoop(), lane.Workers(1))
		require.Equal(t, []int{4, 0}, r)
		var f *lane.Fault
		require.ErrorAs(t, err, &f, want)
		require.Equal(t, 1, f.Lane)
		reason := strings.SplitN(f.Error(), " at ", 2)
		require.Regexp(t, `^call_test\.go:\d+$`, reason[1])
		require.Equal(t, "lane 1: "+want, reason[0])
	}
}

// The end of the context ends both engines between lanes, and says what was done.
func TestCancel(t *testing.T) {
	x, y := inputs(100_000)
	for i := range y {
		y[i] = 3
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("enough")
	w := newWrapper()
	y[50_000] = -1
	w.hang = func() { cancel(stop) }
	// Another worker might have run all that is left before this lane.
	r, err := w.batch(ctx, x, y, lane.ForceLoop(), lane.Workers(1))
	var stopped *lane.StoppedError
	require.ErrorAs(t, err, &stopped)
	require.ErrorIs(t, err, stop)
	require.Equal(t, 100_000, stopped.Lanes)
	require.Contains(t, err.Error(), fmt.Sprintf("divideBatch: enough after %d of 100000 lanes", stopped.Done))
	done := 0
	for i := range x {
		if stopped.Finished(i) {
			require.Equal(t, x[i]/y[i], r[i])
			done++
		} else {
			require.Zero(t, r[i], i)
		}
	}
	require.Equal(t, stopped.Done, done)
	require.False(t, stopped.Finished(100_000))

	// In the batch the same lane never ends; the context ends it.
	short, cancel2 := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel2()
	r, err = w.batch(short, x, y, lane.ForceBatch())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorAs(t, err, &stopped)
	require.False(t, stopped.Finished(50_000))
	require.Equal(t, x[7]/3, r[7])

	// A context that has ended before runs nothing.
	for _, o := range []lane.Option{lane.ForceLoop(), lane.ForceBatch(), lane.Auto()} {
		r, err = w.batch(ctx, x, y, o)
		require.ErrorIs(t, err, stop)
		require.ErrorAs(t, err, &stopped)
		require.Zero(t, stopped.Done)
		require.Zero(t, r[7])
	}
}

// A lane of the loop that hangs cannot be ended, but the call returns.
func TestHang(t *testing.T) {
	release := make(chan struct{})
	ended := make(chan struct{})
	w := newWrapper()
	ctx, cancel := context.WithCancel(context.Background())
	w.hang = func() { cancel(); <-release; close(ended) }
	r, err := w.batch(ctx, []int{1, 2}, []int{1, -1}, lane.ForceLoop())
	require.Nil(t, r)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "a lane of the loop did not end")
	close(release)
	<-ended
}

// A lane that recurses without end is a fault of a batch, and from then on no call
// of the automatic choice runs in a loop, where it would end the process. So it is
// with limits, which only the batch has.
func TestRunaway(t *testing.T) {
	w := newWrapper()
	w.hang = func() { t.Error("the loop ran") }
	x, y := inputs(100)
	y[0], y[20] = -2, 7
	for i := range 2 {
		var opts []lane.Option
		if i == 0 {
			opts = append(opts, lane.ForceBatch())
		}
		var rep lane.Report
		_, err := w.batch(context.Background(), x, y, append(opts, lane.Stats(&rep))...)
		require.Equal(t, lane.Batch, rep.Way)
		var f *lane.Fault
		require.ErrorAs(t, err, &f)
		require.Equal(t, optab.StackOverflow, f.Code)
		require.Zero(t, w.looped.Load())
	}
	y[0] = -1
	var rep lane.Report
	_, err := w.batch(context.Background(), x, y, lane.MaxSteps(1000), lane.Stats(&rep))
	var f *lane.Fault
	require.ErrorAs(t, err, &f)
	require.Equal(t, optab.StepLimit, f.Code)
	require.Equal(t, lane.Batch, rep.Way)

	w, y[0] = newWrapper(), -2
	_, err = w.batch(context.Background(), x, y, lane.MaxDepth(50))
	require.ErrorAs(t, err, &f)
	require.Equal(t, optab.StackOverflow, f.Code)
	require.Zero(t, w.looped.Load())
}

// Any number of calls may share a function.
func TestConcurrentCalls(t *testing.T) {
	w := newWrapper()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for k := range 6 {
				x, y := inputs(300 * (g + 1) * (k + 1))
				r, err := w.batch(context.Background(), x, y)
				var fault *lane.FaultError
				if !errors.As(err, &fault) || len(fault.Faults) != len(x)/10 || r[11] != 33 {
					t.Errorf("%d lanes: %v", len(x), err)
				}
			}
		})
	}
	wg.Wait()
}

// Only what is asked for is taken from the input of a stream, and chunk by
// chunk.
func TestStreamBreak(t *testing.T) {
	w := newWrapper()
	call := func(ctx context.Context, chunk []int, opts ...lane.Option) ([]int, []error, error) {
		y := slices.Repeat([]int{2}, len(chunk))
		r, err := w.batch(ctx, chunk, y, opts...)
		return r, nil, err
	}
	taken := 0
	endless := func(yield func(int) bool) {
		for i := 0; ; i++ {
			taken++
			if !yield(i) {
				return
			}
		}
	}
	var rep lane.Report
	got := 0
	for v, err := range wrap.Stream(context.Background(), endless, []lane.Option{lane.Chunk(10), lane.Stats(&rep)},
		call) {
		require.NoError(t, err)
		require.Equal(t, got/2, v)
		if got++; got == 25 {
			break
		}
	}
	require.Equal(t, 30, taken)
	require.Equal(t, 30, rep.Lanes)

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	got = 0
	var last error
	for _, err := range wrap.Stream(ctx, endless, []lane.Option{lane.Chunk(10)}, call) {
		if last = err; err != nil {
			break
		}
		if got++; got == 35 {
			cancel()
		}
	}
	require.ErrorIs(t, last, context.Canceled)
	require.Equal(t, 40, got)

	broken := errors.New("broken")
	for v, err := range wrap.Stream(context.Background(), slices.Values([]int{1, 2}), nil,
		func(context.Context, []int, ...lane.Option) ([]int, []error, error) { return nil, nil, broken }) {
		require.Zero(t, v)
		require.Equal(t, broken, err)
	}
}

// A program that this version cannot read is an error of the call.
func TestBadProgram(t *testing.T) {
	w := newWrapper()
	old := asDivide
	old.File = "old_lockstep.go"
	w.fn = wrap.New(old, "program p lowered\nvar x : i63 register\n")
	r, err := w.batch(context.Background(), []int{1}, []int{1}, lane.ForceBatch())
	require.Nil(t, r)
	require.ErrorContains(t, err, "old_lockstep.go does not fit this version of lockstep; run go generate")
}

func TestLanes(t *testing.T) {
	n, err := wrap.Lanes("f", wrap.Param{Name: "a", Lanes: 3}, wrap.Param{Name: "b", Lanes: 3})
	require.NoError(t, err)
	require.Equal(t, 3, n)
	_, err = wrap.Lanes("f", wrap.Param{Name: "a", Lanes: 3}, wrap.Param{Name: "b", Lanes: 3},
		wrap.Param{Name: "c", Lanes: 4})
	require.EqualError(t, err, "f: a has 3 lanes, but c has 4")
}

// A program with generated wrappers has no compiler in it.
func TestImportsAreLight(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "github.com/lockstep-simt/lockstep/batch")
	for _, d := range deps {
		for _, heavy := range []string{"go/", "golang.org/x/tools", "github.com/lockstep-simt/lockstep/frontend",
			"github.com/lockstep-simt/lockstep/lower", "gorgonia.org"} {
			require.False(t, strings.HasPrefix(d, heavy), d)
		}
	}
}
