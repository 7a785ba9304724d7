package table

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

func TestInterpolate(t *testing.T) {
	xs, ys := []float64{0, 1, 3, 4}, []float64{0, 10, 20, 0}
	for x, want := range map[float64]float64{0: 0, 0.5: 5, 1: 10, 2: 15, 3: 20, 3.75: 5, -1: -10, 5: -20} {
		require.Equal(t, want, Interpolate(x, xs, ys), x)
	}
	require.Panics(t, func() { Interpolate(1, xs[:1], ys) })
}

// Tables of any length are shared; one that is too short is a fault of all lanes.
func TestBatch(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	x := make([]float64, 3000)
	for i := range x {
		x[i] = r.Float64()
	}
	for _, rows := range []int{2, 5, 1000} {
		xs, ys := make([]float64, rows), make([]float64, rows)
		for i := range xs {
			xs[i], ys[i] = r.Float64(), r.NormFloat64()
		}
		slices.Sort(xs)
		compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
			got, err := InterpolateBatch(context.Background(), x, xs, ys, opts...)
			require.NoError(t, err)
			for i := range x {
				require.Equal(t, Interpolate(x[i], xs, ys), got[i], i)
			}
		})
	}
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		_, err := InterpolateBatch(context.Background(), x[:100], []float64{1}, []float64{1}, opts...)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault)
		require.Len(t, fault.Faults, 100)
	})
}
