package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// Programs that run as so many stages: a function F each.
var inStages = map[string]struct {
	text   string
	stages int
}{
	"loops that exclude each other": {`func F(x, y float64) (s float64) {
		if x < y { for n := 0; n < 30 && s < 9; n++ { s += x*x + 0.1 }; return s }
		for y > -3 { y -= 0.3; s -= x*y }
		return s*2 }`, 3},
	"an end before them": {`func F(n, m int) (s, k int) {
		if n < 0 { return m, n }
		if m&1 == 0 { for ; n > 1; n /= 2 { s++ }; return s, m }
		for i := 0; i < n&31; i++ { s += i*m }
		return m, s }`, 3},
	"a switch": {`func F(n, m int) (s int) {
		switch m & 3 {
		case 0: for ; n > 1; n /= 2 { s++ }
		case 1: for n > 0 { n -= 7; s += n }
		case 2: for i := range n & 15 { s ^= i * m }
		default: return -m
		}
		return s + m }`, 4},
	"a loop behind both": {`func F(x, y float64) (s float64) {
		if x < y { for n := 0; n < 30 && s < 9; n++ { s += x*x + 0.1 } } else { for y > -3 { y -= 0.3; s -= x*y } }
		for n := 0; n < 50 && s > 0; n++ { s -= 1.5 }
		return s }`, 4},
	"costly behind a loop": {`import "math"
		func F(x, y float64) float64 {
		for x < 1 { x += 0.25*(x*x + 0.1) }
		return math.Exp(-x)*math.Sin(y) + math.Log(x) }`, 2},
	"costly before a loop and behind it": {`import "math"
		func F(x, y float64) float64 {
		x = math.Exp(-x)*math.Sin(y) + math.Log(x*x + 1)
		for n := 0; n < 50 && x*x > 0.01; n++ { x *= 0.7; y += x }
		return math.Cos(y) * math.Exp(x) }`, 3},
	"a loop behind a loop": {`func F(n uint64) (s, k int) {
		for m := n & 1023; m != 0; m &= m - 1 { s++ }
		for i := 0; i < 40; i++ { k = k<<1 ^ int(n>>i&1) }
		return s, k }`, 2},
	"32 bits": {`func F(x, y float32) (s float32) {
		if x < y { for n := int32(0); n < 30 && s < 9; n++ { s += x*x + 0.1 }; return s }
		for y > -3 { y -= 0.3; s -= x*y }
		return s*2 }`, 3},
	"two widths and a bool": {`func F(x float32, n int) (s float32, k int) {
		up := x < 0.5
		if n&1 == 0 { for ; n > 1; n /= 2 { s += x; if up { s *= 0.9 } }; return s, n }
		for i := 0; i < n&31; i++ { k += i; x *= 0.9 }
		if up { k++ }
		return x, k }`, 3},
	"faults in each": {`func F(n, m int) (s int) {
		s = 100 / (n & 15)
		if m&1 == 0 { for ; n > 1; n /= 2 { s += 1000 / (n&63) }; return s }
		for i := 0; i < n&31; i++ { if i == m&31 { panic("met") }; s += i*m }
		return s / (m & 6) }`, 3},
}

// TestStages compares programs as stages with the machine.
func TestStages(t *testing.T) {
	skipWithout(t)
	for name, c := range inStages {
		t.Run(name, func(t *testing.T) {
			p := lowered(t, c.text)
			stages, err := stagesOf(p, atLoops, nil)
			require.NoError(t, err)
			require.Len(t, stages, c.stages)
			for _, s := range stages {
				require.NoError(t, program.Verify(s.prog), s.prog)
			}
			machine, err := batch.Compile(p)
			require.NoError(t, err)
			for _, lanes := range []int{1, 100, 3000} {
				in := inputs(machine.Params(), lanes)
				want, err := machine.Run(context.Background(), in)
				require.NoError(t, err)
				for _, set := range Machines() {
					for workers := 1; workers <= 3; workers += 2 {
						compareRun(t, code(t, p, Options{Machine: set, Staged: true}, workers == 3), in, want, lanes,
							workers)
					}
				}
			}
		})
	}
}

// TestNoStages: programs that have nothing to wait for in a queue, or what cannot wait there.
func TestNoStages(t *testing.T) {
	skipWithout(t)
	for text, why := range map[string]string{
		programs["one loop"]:       "nothing to wait for",
		programs["loop in a loop"]: "nothing to wait for",
		callers["fib"]:             "nothing to wait for",
		`func F(n, m int) (s int) {
			var a [99]int
			a[n&63] = m
			if m&1 == 0 { for ; n > 1; n /= 2 { s += a[n&63] }; return s }
			for i := 0; i < n&31; i++ { s += a[i&63]*m }
			return s }`: "the array F.a would wait",
	} {
		_, err := Compile(lowered(t, text), Options{Machine: usual(), Staged: true})
		require.ErrorContains(t, err, why, text)
	}
}

// TestCancelStages: of a run that is stopped each lane has ended or is left, wherever it was.
func TestCancelStages(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(n int) int {
		if n&1 == 0 { for n != 2 { n ^= 0 }; return 3 }
		for n > 1 { n -= 2 }
		return 4 }`)
	c := code(t, p, Options{Machine: usual(), Staged: true}, false)
	const lanes = 20_000
	in, out := make([]int64, lanes), make([]int64, lanes)
	for i := range in {
		in[i] = int64(2 + i%2)
	}
	in[lanes/2] = 50 // which never ends
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	o, err := c.Do(ctx, &Run{In: []any{in}, Out: []any{out}, Lanes: lanes, Workers: 1})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	left := map[int]bool{}
	for _, lane := range o.Left {
		require.False(t, left[lane])
		left[lane] = true
	}
	require.True(t, left[lanes/2])
	for lane := range lanes {
		require.NotEqual(t, out[lane] != 0, left[lane], lane)
	}
}

// TestStagesSaid: what is said of code says it of each stage.
func TestStagesSaid(t *testing.T) {
	skipWithout(t)
	c, err := Compile(lowered(t, inStages["a switch"].text), Options{Machine: usual(), Staged: true})
	require.NoError(t, err)
	phases, err := c.Phases()
	require.NoError(t, err)
	require.Contains(t, phases, "stage 1 of 4\n")
	require.Contains(t, phases, "stage 4 of 4\n")
	storage, err := c.Storage()
	require.NoError(t, err)
	require.Contains(t, storage, "stage 4 of 4\n")
	require.Contains(t, c.Lines(), "// stage 4 of 4")
}
