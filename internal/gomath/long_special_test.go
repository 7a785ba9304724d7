package gomath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongSpecial is TestLong for the trigonometric and the special functions: a quarter of the
// arguments has any bits, a quarter any magnitude that counts, and a half is from an interval.
func TestLongSpecial(t *testing.T) {
	onDemand(t)
	for _, tt := range []struct {
		name         string
		ours, theirs func(float64) float64
		from, to     float64
	}{
		{"Sin", Sin, math.Sin, -100, 100},
		{"Cos", Cos, math.Cos, -100, 100},
		{"Tan", Tan, math.Tan, -100, 100},
		{"SinLarge", Sin, math.Sin, 0x1p28, 0x1p31},
		{"Sincos", Sin, func(x float64) float64 { s, _ := math.Sincos(x); return s }, -1e5, 1e5},
		{"SincosCos", Cos, func(x float64) float64 { _, c := math.Sincos(x); return c }, -1e5, 1e5},
		{"Asin", Asin, math.Asin, -1, 1},
		{"Acos", Acos, math.Acos, -1, 1},
		{"Atan", Atan, math.Atan, -4, 4},
		{"Erf", Erf, math.Erf, -6.5, 6.5},
		{"Erfc", Erfc, math.Erfc, -28.5, 28.5},
		{"ErfcNear", Erfc, math.Erfc, -4, 4},
		{"Erfinv", Erfinv, math.Erfinv, -1, 1},
		{"Erfcinv", Erfcinv, math.Erfcinv, 0, 0.2},
		{"Lgamma", Lgamma, func(x float64) float64 { v, _ := math.Lgamma(x); return v }, -20, 20},
		{"Gamma", Gamma, math.Gamma, -34, 34},
		{"GammaFar", Gamma, math.Gamma, -180, 180},
		{"J0", J0, math.J0, -50, 50},
		{"J1", J1, math.J1, -50, 50},
		{"Y0", Y0, math.Y0, 0, 50},
		{"Y1", Y1, math.Y1, 0, 50},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(11, 12))
			for i := range *long {
				var x float64
				switch i % 4 {
				case 0:
					x = math.Float64frombits(r.Uint64())
				case 1:
					x = math.Ldexp(r.Float64()-0.5, r.IntN(100)-60)
				default:
					x = tt.from + r.Float64()*(tt.to-tt.from)
				}
				requireSameAt(t, tt.ours, tt.theirs, x)
			}
		})
	}
}

// TestLongAtan2 is TestLongSpecial for Atan2.
func TestLongAtan2(t *testing.T) {
	onDemand(t)
	r := rand.New(rand.NewPCG(13, 14))
	for i := range *long {
		x, y := r.NormFloat64(), r.NormFloat64()
		switch i % 4 {
		case 0:
			x, y = math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		case 1:
			x, y = random(r), random(r)
		}
		requireSameAtPair(t, Atan2, math.Atan2, y, x)
	}
}

// TestLongOrders is TestLongSpecial for Jn and Yn, a hundredth as long.
func TestLongOrders(t *testing.T) {
	onDemand(t)
	r := rand.New(rand.NewPCG(15, 16))
	for i := range *long / 100 {
		n, x := r.IntN(60)-20, random(r)
		if i%2 == 0 {
			n, x = r.IntN(2*InlineOrder)-InlineOrder, (r.Float64()-0.5)*2*InlineOrder
		}
		if got, want := Jn(x, int64(n)), math.Jn(n, x); !same(got, want) {
			require.Failf(t, "differs", "J of order %d of %v (%x): %x, package math %x", n, x, x, got, want)
		}
		if got, want := Yn(x, int64(n)), math.Yn(n, x); !same(got, want) {
			require.Failf(t, "differs", "Y of order %d of %v (%x): %x, package math %x", n, x, x, got, want)
		}
	}
}
