package kepler

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are circles, both ends of an orbit, an orbit that is nearly a line,
// then random ones over several revolutions.
func inputs() compare.Table {
	mean := []float64{0, 0, 1, math.Pi, -math.Pi, 0.01, 1e-9, 100, -1}
	ecc := []float64{0, 0.9, 0, 0.5, 0.99, 0.999, 0.999, 0.3, 0.7}
	r := rand.New(rand.NewPCG(5, 1))
	for len(mean) < 1000 {
		mean = append(mean, math.Round((r.Float64()*40-20)*1e4)/1e4)
		ecc = append(ecc, math.Round(r.Float64()*0.99*1e4)/1e4)
	}
	return compare.Table{{Name: "mean", Values: mean}, {Name: "ecc", Values: ecc}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestAnomaly(t *testing.T) {
	table := inputs()
	mean, ecc := table[0].Values.([]float64), table[1].Values.([]float64)
	for i := range mean {
		e, steps := Anomaly(mean[i], ecc[i])
		require.InDelta(t, mean[i], e-ecc[i]*math.Sin(e), 1e-13*math.Max(1, math.Abs(mean[i])), table.Row(i))
		require.Less(t, steps, 50, table.Row(i))
	}
	e, steps := Anomaly(math.NaN(), 0.5)
	require.True(t, math.IsNaN(e))
	require.Equal(t, 1, steps)
}

func TestBatch(t *testing.T) {
	table := inputs()
	mean := append(table[0].Values.([]float64), math.NaN(), math.Inf(1), 1, 1)
	ecc := append(table[1].Values.([]float64), 0.5, 0.5, math.NaN(), 1)
	compare.Case{
		Source: Source, Func: "Anomaly",
		Inputs: compare.Table{{Name: "mean", Values: mean}, {Name: "ecc", Values: ecc}},
		Want: func(i int) []any {
			anomaly, steps := Anomaly(mean[i], ecc[i])
			return []any{anomaly, steps}
		},
	}.Run(t)
}
