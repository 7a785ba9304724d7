package wrapped_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/gen/internal/wrapped"
	"github.com/lockstep-simt/lockstep/lane"
)

// someNil returns slices of up to three numbers, some of which are nil and others empty.
func someNil[T int | float64](lanes int, seed uint64) [][]T {
	rng := rand.New(rand.NewPCG(seed, 1))
	list := make([][]T, lanes)
	for i := range list {
		if rng.IntN(4) > 0 {
			list[i] = []T{}
			for range rng.IntN(4) {
				list[i] = append(list[i], T(rng.IntN(5)))
			}
		}
	}
	return list
}

// A slice among the results is nil where the function's is, whichever engine ran the lane.
func TestNilResults(t *testing.T) {
	const lanes = 2000
	ctx, loop, batch := context.Background(), lane.ForceLoop(), lane.ForceBatch()
	limits, ks, ns, odd := make([]float64, lanes), make([]int, lanes), make([]int, lanes), make([]bool, lanes)
	for i := range lanes {
		limits[i], ks[i], ns[i], odd[i] = float64(i%5), i%7, i%5-1, i&1 > 0
	}
	x, y := someNil[int](lanes, 1), someNil[int](lanes, 2)
	of := map[string]func(o lane.Option) (any, error){
		"Above": func(o lane.Option) (any, error) {
			return wrapped.AboveBatch(ctx, someNil[float64](lanes, 3), limits, o)
		},
		"Doubled": func(o lane.Option) (any, error) { return wrapped.DoubledBatch(ctx, someNil[float64](lanes, 4), o) },
		"Chosen": func(o lane.Option) (any, error) {
			marks, _, err := wrapped.ChosenBatch(ctx, x, y, ks, o)
			return marks, err
		},
		"Stairs":    func(o lane.Option) (any, error) { return wrapped.StairsBatch(ctx, ns, o) },
		"TwoRows":   func(o lane.Option) (any, error) { return wrapped.TwoRowsBatch(ctx, ns, o) },
		"Cleared":   func(o lane.Option) (any, error) { return wrapped.ClearedBatch(ctx, x, odd, o) },
		"Collected": func(o lane.Option) (any, error) { return wrapped.CollectedBatch(ctx, x, ns, o) },
		"Settled":   func(o lane.Option) (any, error) { return wrapped.SettledBatch(ctx, x, ks, o) },
		"Tally":     func(o lane.Option) (any, error) { return wrapped.TallyBatch(ctx, ns, o) },
	}
	for name, f := range of {
		want, err := f(loop)
		require.NoError(t, err, name)
		got, err := f(batch)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name) // which tells nil from empty
	}
}

// A uniform that is a nil pointer is what the function makes of it, and a fault of the lanes that look behind it.
func TestNilUniforms(t *testing.T) {
	ctx, x := context.Background(), []float64{1, 2, 3}
	for _, o := range [][]lane.Option{nil, {lane.ForceBatch()}} {
		value, depth, err := wrapped.FindBatch(ctx, nil, x, o...)
		require.NoError(t, err)
		require.Equal(t, make([]int, 3), value)
		require.Equal(t, make([]int, 3), depth)
		_, err = wrapped.ShiftBatch(ctx, x, []int{0, 1, 2}, nil, o...)
		var faults *lane.FaultError
		require.ErrorAs(t, err, &faults)
		require.Len(t, faults.Faults, 3)
	}
}
