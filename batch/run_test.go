package batch

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

func compileText(t testing.TB, text string) *Code {
	t.Helper()
	p, err := program.Parse("test", text)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	c, err := Compile(p)
	require.NoError(t, err)
	return c
}

// spin divides, recurses for ever or loops for ever, as its input says.
const spin = `
program spin lowered

var n : i64  full
var c : bool temporary
var r : i64  register

func main(n) -> (r) {
entry:
    switch n, work, -1: start, -2: loop
start:
    pushgoto halt, dive
dive:
    push n = add.i64 n, 1
    pushgoto back, dive
back:
    pop n
    return
loop:
    goto loop
work:
    r = div.i64 100, n
    goto halt
}
`

// TestThreeBadLanes is the promise about neighbours: among many lanes one
// divides by zero, one recurses without end and one loops without end; those
// three are reported and all others are right.
func TestThreeBadLanes(t *testing.T) {
	c := compileText(t, spin)
	const lanes = 100_000
	in := make([]int64, lanes)
	for i := range in {
		in[i] = int64(i%97 + 1)
	}
	in[17], in[50_000], in[99_999] = 0, -1, -2
	for _, gang := range []int{1, 7, 512} {
		res, err := c.Run(context.Background(), []Column{{Data: in}}, Gang(gang), Workers(2), MaxSteps(1000),
			MaxDepth(200))
		require.NoError(t, err)
		require.Len(t, res.Faults, 3)
		for i, want := range []struct {
			lane int
			code optab.Code
			line int
		}{{17, optab.DivideByZero, 22}, {50_000, optab.StackOverflow, 14}, {99_999, optab.StepLimit, 20}} {
			f := res.Faults[i]
			require.Equal(t, want.lane, f.Lane)
			require.Equal(t, want.code, f.Code)
			require.Equal(t, want.line, f.Pos.Line, f)
		}
		out := res.Cols[0].Data.([]int64)
		for i, n := range in {
			if n > 0 {
				require.Equal(t, 100/n, out[i])
				require.True(t, res.Finished(i))
			} else {
				require.False(t, res.Finished(i))
			}
		}
	}
}

// TestAllLanesRunAway bounds the memory of a gang whose lanes all recurse
// without end: they are parked and run one after the other, and every one
// faults at the same depth as alone.
func TestAllLanesRunAway(t *testing.T) {
	c := compileText(t, spin)
	in := make([]int64, 64)
	for i := range in {
		in[i] = -1
	}
	in[40] = 5
	res, err := c.Run(context.Background(), []Column{{Data: in}}, Gang(64), Workers(1), MaxDepth(5000),
		StackBytes(64<<10))
	require.NoError(t, err)
	require.Len(t, res.Faults, 63)
	require.True(t, res.Finished(40))
	require.LessOrEqual(t, res.Stats.Stacks[0].High, 5001)
}

// TestCancel ends a run that would never end, and keeps what was finished.
func TestCancel(t *testing.T) {
	c := compileText(t, spin)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	res, err := c.Run(ctx, []Column{{Data: []int64{5, -2, 10}}}, Workers(1))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.True(t, res.Finished(0))
	require.False(t, res.Finished(1))
	require.Equal(t, []int64{20, 0, 10}, res.Cols[0].Data)
}

func TestInputErrors(t *testing.T) {
	c := compileText(t, `
program sum lowered

var a : i64[2] register
var b : i64    register
var r : i64[2] register

func main(a, b) -> (r) {
entry:
    r = add.i64 a, b
    goto halt
}
`)
	pair := []int{2}
	for _, tc := range []struct {
		name string
		in   []Column
		want string
	}{
		{"number", []Column{{Data: []int64{1}}}, "takes 2 inputs, got 1"},
		{"type", []Column{{Data: []float64{1, 2}, Shape: pair}, {Data: []int64{1}}},
			"input a is []int64, got []float64"},
		{"no column", []Column{{Data: "x", Shape: pair}, {Data: []int64{1}}}, "input a is []int64, got string"},
		{"shape", []Column{{Data: []int64{1}}, {Data: []int64{1}}}, "input a has events of shape [2], got shape []"},
		{"part of an event", []Column{{Data: []int64{1, 2, 3}, Shape: pair}, {Data: []int64{1}}},
			"not a whole number of events"},
		{"rows", []Column{{Data: []int64{1, 2, 3, 4}, Shape: pair}, {Data: []int64{1, 2, 3}}},
			"input b has 3 rows, but a has 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := c.Run(context.Background(), tc.in)
			require.ErrorContains(t, err, tc.want)
		})
	}
	res, err := c.Run(context.Background(), []Column{{Data: []int{1, 2, 3, 4}, Shape: pair}, {Data: []int64{10}}})
	require.NoError(t, err)
	require.Equal(t, []int64{11, 12, 13, 14}, res.Cols[0].Data,
		"a column of one row holds for all lanes, and int serves for int64")
	res, err = c.Run(context.Background(), []Column{{Data: []int64{}, Shape: pair}, {Data: []int64{}}})
	require.NoError(t, err)
	require.Empty(t, res.Cols[0].Data, "no lanes, no results, no error")
}

func TestUniforms(t *testing.T) {
	c := compileText(t, `
program scale lowered

uniform w : f64[3]
uniform t : i64[2] = [10, 20]

var x : f64 register
var i : i64 register
var a : i64 temporary
var b : f64 temporary
var r : f64 register

func main(x, i) -> (r) {
entry:
    a = index.i64 t, i
    b = convert_f64.i64 a
    r = reduce_add.f64 w
    r = mul.f64 r, x
    r = add.f64 r, b
    goto halt
}
`)
	in := []Column{{Data: []float64{1, 2, 3}}, {Data: []int64{0, 1, 2}}}
	res, err := c.Run(context.Background(), in, WithUniform("w", Column{Data: []float64{1, 2, 4}}))
	require.NoError(t, err)
	require.Equal(t, []float64{17, 34, 0}, res.Cols[0].Data)
	require.Len(t, res.Faults, 1)
	require.Equal(t, optab.IndexOutOfRange, res.Faults[0].Code)

	_, err = c.Run(context.Background(), in)
	require.ErrorContains(t, err, "uniform w of scale has no value")
	_, err = c.Run(context.Background(), in, WithUniform("w", Column{Data: []float64{1}}))
	require.ErrorContains(t, err, "uniform w is float64[3], got float64[1]: 1 element, not 3")
	_, err = c.Run(context.Background(), in, WithUniform("t", Column{Data: []int64{1, 2}}))
	require.ErrorContains(t, err, "no run-time uniform t")
}

// trickle is a source whose inputs arrive one at a time while lanes are
// running, and whose end is late.
type trickle struct {
	mu   sync.Mutex
	next int64
	n    int64
}

func (s *trickle) Take(ctx context.Context, _ int, wait bool) (Chunk, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == s.n {
		return Chunk{}, io.EOF
	}
	if s.next%3 == 1 && !wait {
		return Chunk{}, nil
	}
	id := s.next
	s.next++
	return Chunk{First: id, N: 1, Cols: []Column{{Data: []int64{id + 1}}}}, nil
}

type collect struct {
	mu  sync.Mutex
	got map[int64]int64
}

func (s *collect) Deliver(r *Finished) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for j, id := range r.IDs {
		s.got[id] = r.Cols[0].Data.([]int64)[j]
	}
	return nil
}

func TestStream(t *testing.T) {
	c := compileText(t, spin)
	sink := &collect{got: map[int64]int64{}}
	stats, err := c.Stream(context.Background(), &trickle{n: 500}, sink, Workers(2), Gang(16))
	require.NoError(t, err)
	require.EqualValues(t, 500, stats.Lanes)
	require.Len(t, sink.got, 500)
	for id, r := range sink.got {
		require.Equal(t, 100/(id+1), r)
	}
}

// failingSink ends the run with its error.
type failingSink struct{}

var errSink = errors.New("disk full")

func (failingSink) Deliver(*Finished) error { return errSink }

func TestSinkError(t *testing.T) {
	c := compileText(t, spin)
	_, err := c.Stream(context.Background(), &trickle{n: 500}, failingSink{}, Workers(2), Gang(16))
	require.ErrorIs(t, err, errSink)
}

// TestAllocations shows that memory follows the gang and not the batch: a run
// over ten times the lanes allocates little more than its results.
func TestAllocations(t *testing.T) {
	c := compileText(t, spin)
	run := func(lanes int) float64 {
		in := make([]int64, lanes)
		for i := range in {
			in[i] = 1
		}
		r := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Run(context.Background(), []Column{{Data: in}}, Workers(1), Gang(256)); err != nil {
					b.Fatal(err)
				}
			}
		})
		return float64(r.AllocedBytesPerOp())
	}
	small, large := run(10_000), run(100_000)
	perLane := (large - small) / 90_000
	require.Less(t, perLane, 40.0, "bytes allocated per lane beyond the gang")
}
