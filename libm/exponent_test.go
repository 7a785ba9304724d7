package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

// TestExact compares the functions without error with those of package math:
// edge cases, any exponent, and neighbours.
func TestExact(t *testing.T) {
	xs := []float64{0, 1, 2, 0.5, 3, 0x1p-1022, 0x1p-1074, 0x1.8p-1060, math.MaxFloat64, math.Inf(1), math.NaN(),
		1e-45, math.MaxFloat32, 0x1p-126, math.Nextafter(1, 0), math.Pi}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		xs = append(xs, math.Float64frombits(rng.Uint64()), float64(math.Float32frombits(rng.Uint32())))
	}
	powers := []int64{0, 1, -1, 52, -52, 1023, 1024, -1022, -1074, -1075, 2000, -2000, 2098, -2099, 3000,
		math.MaxInt64, math.MinInt64}
	for i, a := range xs {
		for _, x := range []float64{a, -a} {
			frac, exp := math.Frexp(x)
			equal(t, frac, libm.FrexpFrac(x), x)
			require.EqualValues(t, exp, libm.FrexpExp(x), x)
			equal(t, math.Logb(x), libm.Logb(x), x)
			require.EqualValues(t, math.Ilogb(x), libm.Ilogb(x), x)
			for _, p := range append(powers, int64(rng.IntN(4400)-2200)) {
				equal(t, math.Ldexp(x, int(p)), libm.Ldexp(x, p), x, p)
			}
			for _, y := range []float64{0, x, -x, xs[(i*7+1)%len(xs)], math.Inf(-1)} {
				equal(t, math.Nextafter(x, y), libm.Nextafter(x, y), x, y)
			}
			x := float32(x)
			frac, exp = math.Frexp(float64(x))
			equal(t, frac, float64(libm.FrexpFracF32(x)), x)
			require.EqualValues(t, exp, libm.FrexpExpF32(x), x)
			equal(t, math.Logb(float64(x)), float64(libm.LogbF32(x)), x)
			require.EqualValues(t, math.Ilogb(float64(x)), libm.IlogbF32(x), x)
			for _, p := range append(powers, int64(rng.IntN(600)-300)) {
				equal(t, float64(float32(math.Ldexp(float64(x), int(p)))), float64(libm.LdexpF32(x, p)), x, p)
			}
			for _, y := range []float32{0, x, -x, float32(xs[(i*7+1)%len(xs)]), float32(math.Inf(1))} {
				equal(t, float64(math.Nextafter32(x, y)), float64(libm.NextafterF32(x, y)), x, y)
			}
		}
	}
}

// equal requires the same bits, or two NaNs.
func equal(t *testing.T, want, got float64, args ...any) {
	if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
		t.Fatalf("%v: got %v, want %v", args, got, want)
	}
}
