package blackscholes

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are expired and riskless options, then random ones.
func inputs() compare.Table {
	spot := []float64{100, 100, 90, 110, 100}
	strike := []float64{100, 90, 100, 100, 1}
	rate := []float64{0.05, 0.05, 0.05, 0, -0.01}
	vol := []float64{0.2, 0.2, 0, 0, 0.2}
	years := []float64{1, 0, 1, 1, 30}
	r := rand.New(rand.NewPCG(8, 1))
	between := func(lo, hi float64) float64 { return math.Round((lo+(hi-lo)*r.Float64())*1000) / 1000 }
	for len(spot) < 1000 {
		spot = append(spot, between(5, 200))
		strike = append(strike, between(5, 200))
		rate = append(rate, between(0, 0.1))
		vol = append(vol, between(0.05, 0.8))
		years = append(years, between(0.1, 10))
	}
	return compare.Table{
		{Name: "spot", Values: spot}, {Name: "strike", Values: strike}, {Name: "rate", Values: rate},
		{Name: "vol", Values: vol}, {Name: "years", Values: years},
	}
}

// single is inputs in single precision.
func single() compare.Table {
	table := inputs()
	for i, c := range table {
		var v []float32
		for _, x := range c.Values.([]float64) {
			v = append(v, float32(x))
		}
		table[i].Values = v
	}
	return table
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestCall(t *testing.T) {
	for _, c := range []struct{ spot, strike, rate, vol, years, price, delta float64 }{
		{100, 100, 0.05, 0.2, 1, 10.450583572185565, 0.6368306511756191},
		{100, 90, 0.05, 0.2, 0, 10, 1},
		{90, 100, 0, 0, 1, 0, 0},
	} {
		price, delta := Call(c.spot, c.strike, c.rate, c.vol, c.years)
		require.InDelta(t, c.price, price, 1e-12)
		require.InDelta(t, c.delta, delta, 1e-12)
		price32 := Call32(float32(c.spot), float32(c.strike), float32(c.rate), float32(c.vol), float32(c.years))
		require.InDelta(t, c.price, float64(price32), 2e-4)
	}
}

// A price is at least what exercising brings, and at most the share's.
func TestCallBounds(t *testing.T) {
	table := inputs()
	at := func(i, lane int) float64 { return table[i].Values.([]float64)[lane] }
	for lane := range table.Lanes() {
		price, delta := Call(at(0, lane), at(1, lane), at(2, lane), at(3, lane), at(4, lane))
		floor := math.Max(0, at(0, lane)-at(1, lane)*math.Exp(-at(2, lane)*at(4, lane)))
		require.GreaterOrEqual(t, price, floor-1e-9, table.Row(lane))
		require.LessOrEqual(t, price, at(0, lane), table.Row(lane))
		require.True(t, delta >= 0 && delta <= 1, table.Row(lane))
	}
}

func TestBatch(t *testing.T) {
	t.Run("Call", func(t *testing.T) {
		table := inputs()
		at := func(i, lane int) float64 { return table[i].Values.([]float64)[lane] }
		compare.Case{
			Source: Source, Func: "Call", Inputs: table,
			Want: func(i int) []any {
				price, delta := Call(at(0, i), at(1, i), at(2, i), at(3, i), at(4, i))
				return []any{price, delta}
			},
		}.Run(t)
	})
	t.Run("Call32", func(t *testing.T) {
		table := single()
		at := func(i, lane int) float32 { return table[i].Values.([]float32)[lane] }
		compare.Case{
			Source: Source, Func: "Call32", Inputs: table,
			Want: func(i int) []any { return []any{Call32(at(0, i), at(1, i), at(2, i), at(3, i), at(4, i))} },
		}.Run(t)
	})
}
