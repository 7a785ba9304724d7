package batch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// endless is a program that runs a body in a loop for ever. Its input x is of the
// given type.
func endless(typ, vars, body string) string {
	return fmt.Sprintf(`
program endless lowered

var x : %s register
var k : i64 register
%s
func main(x, k) -> (k) {
entry:
    goto loop
loop:
%s    goto loop
}
`, typ, vars, body)
}

// latest is how late a test allows a run to stop. It is to be 100 ms; machines
// that test have other things to do.
const latest = time.Second

// stopsInTime cancels a run after a while and fails if it goes on for long.
func stopsInTime(t *testing.T, run func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	canceled := make(chan time.Time, 1)
	time.AfterFunc(30*time.Millisecond, func() {
		canceled <- time.Now()
		cancel()
	})
	err := run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	late := time.Since(<-canceled)
	t.Logf("stopped after %v", late.Round(time.Millisecond))
	require.Less(t, late, latest)
}

// TestStops cancels runs in the middle of what takes long.
func TestStops(t *testing.T) {
	repeat := func(n int, line string) string { return strings.Repeat("    "+line+"\n", n) }
	const long = "f64[1048576]"
	for _, tc := range []struct {
		name, typ, vars string // vars: the type of another variable
		rows            int
		body            string
		opts            []Option
	}{
		{"thousands of functions of package math", "f64", "", 1024, repeat(5000, "x = go_pow.f64 x, x"), nil},
		{"a large gang", "f64", "", 1 << 16, repeat(1000, "x = go_exp.f64 x"), []Option{Gang(1 << 20)}},
		{"an order without end", "f64", "", 4, repeat(2, "x = jn.f64 x, k"), nil},
		{"elementwise operations on a megabyte", long, "", 4, repeat(40, "x = exp.f64 x"), nil},
		{"faulting operations on a megabyte", "i64[1048576]", "", 4, repeat(40, "x = div.i64 x, k"), nil},
		{"copies of a megabyte", long, long, 40, repeat(1, "y = copy x") + repeat(1, "x = copy 1.5"),
			[]Option{Gang(20)}},
		{"folds of a megabyte", long, "f64", 8, repeat(100, "y = reduce_add.f64 x"), nil},
		{"many folds", "f64[4096,256]", "f64[4096]", 8, repeat(100, "y = reduce_mul.f64 x"), nil},
		{"inner products", "f64[1024,1024]", "f64[1024]", 8, repeat(100, "y = dot.f64 x, x"), nil},
		{"inner products of integers", "i64[1024,1024]", "i64[1024]", 8, repeat(100, "y = dot.i64 x, x"), nil},
		{"rows of a matrix", "f64[512,2048]", "f64[2048]", 16, repeat(100, "y = index.f64 x, 3") +
			repeat(100, "y = index.f64 x, k") + repeat(100, "x = insert.f64 x, y, k"), nil},
		{"saved megabytes", long, long + " full", 8,
			repeat(2, "push y = copy x") + "    goto pop\npop:\n" + repeat(2, "pop y"), nil},
		{"packed copies of a megabyte", long, long, 16,
			repeat(1, "y = neg.f64 x") + repeat(1, "x = neg.f64 y"),
			[]Option{settings.Switch(settings.Switches{Compact: true})}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			vars := ""
			if class := " register"; tc.vars != "" {
				if strings.HasSuffix(tc.vars, "full") {
					class = ""
				}
				vars = "var y : " + tc.vars + class + "\n"
			}
			c := compileText(t, endless(tc.typ, vars, tc.body))
			x, _ := NewColumn(c.Params()[0].Type, tc.rows, c.Params()[0].Shape)
			k := make([]int64, tc.rows)
			for i := range k {
				k[i] = 1
			}
			if tc.name == "an order without end" {
				for i := range k {
					k[i], x.Data.([]float64)[i] = 2e9, 2e9
				}
			}
			stopsInTime(t, func(ctx context.Context) error {
				_, err := c.Run(ctx, []Column{x, {Data: k}}, append(tc.opts, Workers(1))...)
				return err
			})
		})
	}
}

// TestStopsBinding cancels a run while it lays out a large uniform. There is a
// result, in which nothing has finished.
func TestStopsBinding(t *testing.T) {
	c := compileText(t, `
program table lowered

uniform w : i32[?]

var i : i64 register
var r : i32 register

func main(i) -> (r) {
entry:
    r = index.i32 w, i
    goto halt
}
`)
	w := Column{Data: make([]int16, 1<<22)}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	res, err := c.Run(ctx, []Column{{Data: []int64{1, 2}}}, WithUniform("w", w))
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, res.Finished(0))
	require.Less(t, res.Stats.Elapsed, latest)
	w = Column{Data: []int16{7, -8, 9}}
	res, err = c.Run(context.Background(), []Column{{Data: []int64{1, 2}}}, WithUniform("w", w))
	require.NoError(t, err)
	require.Equal(t, []int32{-8, 9}, res.Cols[0].Data)
}

// TestStopsNothing: a context that ends when all lanes have ended is not an error.
func TestStopsNothing(t *testing.T) {
	c := compileText(t, spin)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := c.Run(ctx, []Column{{Data: []int64{1, 2, 0}}}, Workers(1), Progress(func(done int) {
		if done == 3 {
			cancel()
		}
	}))
	require.NoError(t, err)
	require.True(t, res.Finished(0) && res.Finished(1))
	require.Len(t, res.Faults, 1)
}

// TestUnboundedCanStop: every operation without a bound has a kernel that can be
// stopped.
func TestUnboundedCanStop(t *testing.T) {
	n := 0
	for _, op := range program.Opcodes() {
		if op != program.OpCopy && op.Info().Row.Has(optab.Unbounded) {
			require.NotNil(t, simd.Unbounded(op.String()), op)
			n++
		}
	}
	require.Positive(t, n)
}

// waiting is a source that gives inputs, the first few at once, and then waits
// for more until the run ends.
type waiting struct{ left atomic.Int64 }

func (s *waiting) Take(ctx context.Context, most int, wait bool) (Chunk, error) {
	if s.left.Add(-1) >= 0 {
		return Chunk{N: 1, Cols: []Column{{Data: []int64{5}}}}, nil
	}
	if !wait {
		return Chunk{}, nil
	}
	<-ctx.Done()
	return Chunk{}, context.Cause(ctx)
}

// TestStopsWaiting cancels runs that wait for inputs, or whose lanes are parked,
// or that wait for their turn.
func TestStopsWaiting(t *testing.T) {
	t.Run("for inputs", func(t *testing.T) {
		c, src, sink := compileText(t, spin), &waiting{}, &collect{got: map[int64]int64{}}
		src.left.Store(100)
		stopsInTime(t, func(ctx context.Context) error {
			stats, err := c.Stream(ctx, src, sink, Workers(3), Gang(16))
			require.EqualValues(t, 100, stats.Lanes, "what was finished is there")
			return err
		})
	})
	in := make([]int64, 200)
	for i := range in {
		in[i] = -1
	}
	c := compileText(t, spin)
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("for memory, with %d workers", workers), func(t *testing.T) {
			stopsInTime(t, func(ctx context.Context) error {
				res, err := c.Run(ctx, []Column{{Data: in}}, Gang(20), Workers(workers), StackBytes(4<<10),
					MaxDepth(1<<24))
				require.Positive(t, res.Stats.Parked)
				return err
			})
		})
	}
}

// slowSink holds a worker until somebody lets it go.
type slowSink struct {
	hold   chan struct{}
	inside atomic.Int64
}

func (s *slowSink) Deliver(*Finished) error {
	s.inside.Add(1)
	<-s.hold
	return nil
}

// TestStopsBehindSink: a sink that blocks holds its own worker, whom nobody can
// take away from it, and not the others; once it returns, the run ends.
func TestStopsBehindSink(t *testing.T) {
	c, sink := compileText(t, spin), &slowSink{hold: make(chan struct{})}
	ctx, cancel := context.WithCancelCause(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := c.Stream(ctx, &trickle{n: 1 << 40}, sink, Workers(2), Gang(4))
		ended <- err
	}()
	for sink.inside.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	why := errors.New("why")
	cancel(why)
	close(sink.hold)
	start := time.Now()
	require.ErrorIs(t, <-ended, why)
	require.Less(t, time.Since(start), latest)
}
