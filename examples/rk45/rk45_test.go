package rk45

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// inputs are the undamped oscillator, no time at all, a stiff one, then random
// ones.
func inputs() compare.Table {
	mu := []float64{0, 0, 1, 30, 5}
	time := []float64{2 * math.Pi, 0, -1, 10, 0.001}
	r := rand.New(rand.NewPCG(9, 1))
	for len(mu) < 200 {
		mu = append(mu, math.Round(r.Float64()*800)/100)
		time = append(time, math.Round(r.Float64()*1000)/100)
	}
	return compare.Table{{Name: "mu", Values: mu}, {Name: "time", Values: time}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestVanDerPol(t *testing.T) {
	x, v, steps := VanDerPol(1, 0)
	require.Equal(t, []any{2.0, 0.0, 0}, []any{x, v, steps})

	// Without damping the motion is a cosine.
	for _, time := range []float64{0.5, 1, 3, 2 * math.Pi, 20} {
		x, v, _ := VanDerPol(0, time)
		require.InDelta(t, 2*math.Cos(time), x, 2e-5, "%v", time)
		require.InDelta(t, -2*math.Sin(time), v, 2e-5, "%v", time)
	}

	// The limit cycle has amplitude 2, nearly, whatever mu is.
	for _, mu := range []float64{0.5, 1, 4} {
		highest := 0.0
		for time := 20.0; time < 40; time += 0.05 {
			x, _, _ := VanDerPol(mu, time)
			highest = math.Max(highest, x)
		}
		require.InDelta(t, 2, highest, 0.03, "%v", mu)
	}
}

// More damping takes more steps.
func TestVanDerPolSteps(t *testing.T) {
	_, _, easy := VanDerPol(0, 10)
	_, _, stiff := VanDerPol(30, 10)
	require.Greater(t, stiff, 2*easy)
}

func TestBatch(t *testing.T) {
	table := inputs()
	mu, time := table[0].Values.([]float64), table[1].Values.([]float64)
	compare.Case{
		Source: Source, Func: "VanDerPol", Inputs: table,
		Want: func(i int) []any {
			x, v, steps := VanDerPol(mu[i], time[i])
			return []any{x, v, steps}
		},
	}.Run(t)
}

func TestWrapper(t *testing.T) {
	table := inputs()
	mu, time := table[0].Values.([]float64), table[1].Values.([]float64)
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		x, v, steps, err := VanDerPolBatch(context.Background(), mu, time, opts...)
		require.NoError(t, err)
		for i := range mu {
			wantX, wantV, wantSteps := VanDerPol(mu[i], time[i])
			require.Equal(t, []any{wantX, wantV, wantSteps}, []any{x[i], v[i], steps[i]}, table.Row(i))
		}
	})
}
