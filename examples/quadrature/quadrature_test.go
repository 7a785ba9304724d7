package quadrature

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// inputs are empty, reversed, short and long intervals, then random ones.
func inputs() compare.Table {
	a := []float64{0, 0, 1, 0, 5, -1, 3, 0}
	b := []float64{0, 1, 0, 40, 5.001, 1, 30, 1e-9}
	r := rand.New(rand.NewPCG(1, 1))
	for len(a) < 1000 {
		lo := math.Round(r.Float64()*8000) / 1000
		a = append(a, lo)
		b = append(b, lo+math.Round(math.Exp(5*r.Float64())*100)/1000)
	}
	return compare.Table{{Name: "a", Values: a}, {Name: "b", Values: b}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

// antiderivative is that of the integrand.
func antiderivative(x float64) float64 {
	return math.Exp(-x) * (2*math.Sin(2*x) - math.Cos(2*x)) / 5
}

func TestIntegrate(t *testing.T) {
	table := inputs()
	a, b := table[0].Values.([]float64), table[1].Values.([]float64)
	for i := range a {
		require.InDelta(t, antiderivative(b[i])-antiderivative(a[i]), Integrate(a[i], b[i]), 10*tolerance, table.Row(i))
	}
	require.True(t, math.IsNaN(Integrate(0, math.NaN())))
	require.True(t, math.IsNaN(Integrate(0, math.Inf(1))))
}

func TestBatch(t *testing.T) {
	table := inputs()
	a := append(table[0].Values.([]float64), 0, 0, math.Inf(-1))
	b := append(table[1].Values.([]float64), math.NaN(), math.Inf(1), 0)
	table = compare.Table{{Name: "a", Values: a}, {Name: "b", Values: b}}
	compare.Case{
		Source: Source, Func: "Integrate", Inputs: table,
		Want: func(i int) []any { return []any{Integrate(a[i], b[i])} },
	}.Run(t)
}

func TestWrapper(t *testing.T) {
	table := inputs()
	a, b := table[0].Values.([]float64), table[1].Values.([]float64)
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		got, err := IntegrateBatch(context.Background(), a, b, opts...)
		require.NoError(t, err)
		for i := range a {
			require.Equal(t, Integrate(a[i], b[i]), got[i], table.Row(i))
		}
	})
}
