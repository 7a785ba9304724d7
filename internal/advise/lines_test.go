package advise_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/advise"
)

// Lanes that wait for others are put down to the branch at which they parted, and the work to the
// lines that were run.
func TestMeasure(t *testing.T) {
	const src = `package f

func F(x, n int64) int64 {
	y := x
	if x == 0 {
		for i := int64(0); i < n; i++ {
			y += y*y%7 + i
		}
	}
	return y
}
`
	compiled, err := lockstep.Compile(src, "F")
	require.NoError(t, err)
	measure := func(rare int) advise.Profile {
		x, n := make([]int64, 512), make([]int64, 512)
		for i := range x {
			x[i], n[i] = int64(i%rare), 300
		}
		res, err := compiled.Run(context.Background(), lockstep.Inputs{"x": x, "n": n},
			lockstep.Engine(lockstep.EngineOff),
			lockstep.Gang(512), lockstep.Workers(1))
		require.NoError(t, err)
		runs := make([]advise.BlockRun, len(res.Stats.Blocks))
		for i, b := range res.Stats.Blocks {
			runs[i] = advise.BlockRun{Runs: b.Runs, Lanes: b.Lanes}
		}
		return advise.Measure(compiled.Lowered(), res.Stats.Gang, runs)
	}
	p := measure(16)
	require.Less(t, p.Lanes, 0.1)
	require.Contains(t, []int{6, 7}, p.Lines[0].Pos.Line)
	require.Less(t, p.Lines[0].Lanes, 0.1)
	require.Contains(t, []int{5, 6}, p.Parting[0].Pos.Line)
	require.Greater(t, p.Parting[0].Work, 0.8)

	p = measure(1)
	require.Greater(t, p.Lanes, 0.9)
	for _, l := range p.Parting {
		require.Less(t, l.Work, 0.1)
	}

	require.Empty(t, advise.Measure(compiled.Lowered(), 512,
		make([]advise.BlockRun, len(compiled.Lowered().Graph.Blocks))).Lines)
}
