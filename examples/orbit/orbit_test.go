package orbit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// bodies are random ones, near and far, with one in the star.
func bodies(n int) (b []Body, time []float64, steps []int) {
	r := rand.New(rand.NewPCG(4, 1))
	for range n {
		b = append(b, Body{
			Pos: [3]float64{1 + r.Float64(), r.NormFloat64(), r.NormFloat64()},
			Vel: [3]float64{r.NormFloat64() / 4, r.NormFloat64(), 0},
		})
		time = append(time, 3*r.Float64())
		steps = append(steps, 1+r.IntN(50))
	}
	b[n/2].Pos = [3]float64{}
	return b, time, steps
}

// A circle is closed.
func TestAfter(t *testing.T) {
	b := Body{Pos: [3]float64{1, 0, 0}, Vel: [3]float64{0, 1, 0}}
	after := b.After(2*math.Pi, 1000)
	require.InDeltaSlice(t, b.Pos[:], after.Pos[:], 1e-4)
	require.Equal(t, b, b.After(0, 10))
	require.Panics(t, func() { Body{}.After(1, 1) })
}

func TestBatch(t *testing.T) {
	b, time, steps := bodies(3000)
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		got, err := BodyAfterBatch(context.Background(), b, time, steps, opts...)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault)
		require.Len(t, fault.Faults, 1)
		require.Equal(t, 1500, fault.Faults[0].Lane)
		require.Equal(t, "in the star", fault.Faults[0].Msg)
		for i := range b {
			if i != 1500 {
				require.Equal(t, b[i].After(time[i], steps[i]), got[i], i)
			}
		}
	})
}
