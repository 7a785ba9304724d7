package wrap_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/wrap"
)

// Small calls are loops without much ado once it is known that they are small, and panics,
// contexts and hanging lanes are looked after all the same.
func TestSmallCalls(t *testing.T) {
	ends := asDivide
	ends.Ends = true
	for _, as := range []wrap.Wrapper{asDivide, ends} {
		w := newWrapper()
		w.fn = wrap.New(as, divide)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		for _, c := range []context.Context{context.Background(), ctx} {
			for range 100 {
				r, err := w.batch(c, []int{8, 9, 10}, []int{2, 3, 5})
				require.NoError(t, err)
				require.Equal(t, []int{4, 3, 2}, r)
			}
			looped := w.looped.Load()
			r, err := w.batch(c, []int{8, 9, 10}, []int{2, 0, 5})
			require.EqualError(t, err, "divideBatch: 1 of 3 lanes faulted: lane 1: integer divide by zero at "+
				"divide.go:8:7")
			require.Equal(t, []int{4, 0, 2}, r)
			require.LessOrEqual(t, w.looped.Load()-looped, int64(3*3))
			r, err = w.batch(c, nil, nil)
			require.NoError(t, err)
			require.Empty(t, r)
		}
		cancel()
		_, err := w.batch(ctx, []int{8, 9, 10}, []int{2, 3, 5})
		var stopped *lane.StoppedError
		require.ErrorAs(t, err, &stopped)
		require.Zero(t, stopped.Done)
	}
}

// A small call with a lane that hangs returns when its context ends.
func TestSmallHang(t *testing.T) {
	release, ended := make(chan struct{}), make(chan struct{})
	w := newWrapper()
	w.hang = func() { <-release; close(ended) }
	for range 10 {
		_, err := w.batch(context.Background(), []int{1, 2}, []int{1, 1})
		require.NoError(t, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	r, err := w.batch(ctx, []int{1, 2}, []int{1, -1})
	require.Nil(t, r)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "a lane of the loop did not end")
	close(release)
	<-ended
}

// What was used, and why, says what would change it.
func TestWhy(t *testing.T) {
	x, y := inputs(100)
	for i := range y {
		y[i]++
	}
	ours := asDivide
	ours.Ours = true
	for _, c := range []struct {
		as    wrap.Wrapper
		lanes int
		opts  []lane.Option
		why   string
	}{
		{asDivide, 0, nil, "there are no lanes"},
		{asDivide, 3, nil, "3 lanes fill no vector; give more lanes to a call"},
		{asDivide, 8, nil, "which a batch takes to start; give more lanes to a call"},
		{asDivide, 100, []lane.Option{lane.ForceLoop()}, "as asked for"},
		{asDivide, 100, []lane.Option{lane.MaxSteps(50)},
			"without lane.MaxDepth and lane.MaxSteps the faster engine is used"},
		{ours, 100, nil, "lane.ForceLoop() calls Go's"},
	} {
		w := newWrapper()
		w.fn = wrap.New(c.as, divide)
		var r lane.Report
		for range 50 { // something may have disturbed the first ones
			_, err := w.batch(context.Background(), x[:c.lanes], y[:c.lanes], append(c.opts, lane.Stats(&r))...)
			require.NoError(t, err)
		}
		require.Contains(t, r.Why, c.why)
	}
}
