package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestSin(t *testing.T) {
	requireLike1(t, libm.Sin, math.Sin)
	requireExact(t, libm.Sin, map[float64]float64{0x1p-27: 0x1p-27, 0x1p-1074: 0x1p-1074, math.Pi / 2: 1,
		-math.Pi / 2: -1})
	// Odd, to the last bit.
	for _, x := range edges() {
		require.Equal(t, math.Float64bits(libm.Sin(math.Abs(x)))&^(1<<63),
			math.Float64bits(libm.Sin(-math.Abs(x)))&^(1<<63))
	}
	// What Cody and Waite's test is about: sin(kπ), where all leading bits cancel.
	require.Equal(t, 0x1.1a62633145c07p-53, libm.Sin(math.Pi))
	require.Equal(t, -0x1.1a62633145c07p-52, libm.Sin(2*math.Pi))
	// 10^22 is exact, and far beyond 2^53 (the example of K. C. Ng, 1992).
	require.InDelta(t, -0.8522008497671888, libm.Sin(1e22), 0x1p-53)
}

func TestCos(t *testing.T) {
	requireLike1(t, libm.Cos, math.Cos)
	requireExact(t, libm.Cos, map[float64]float64{0: 1, 0x1p-30: 1, 0x1p-1074: 1, math.Pi: -1, 2 * math.Pi: 1})
	for _, x := range edges() {
		if !math.IsNaN(x) {
			require.Equal(t, math.Float64bits(libm.Cos(x)), math.Float64bits(libm.Cos(-x)))
		}
	}
	require.Equal(t, 0x1.1a62633145c07p-54, libm.Cos(math.Pi/2))
	require.InDelta(t, 0.5232147853951389, libm.Cos(1e22), 0x1p-53)
}

// Each eighth of a turn takes its own way through the polynomials and the signs.
func TestEighthsOfATurn(t *testing.T) {
	for i := range 200 {
		x := (float64(i) + 0.5) * math.Pi / 4
		require.InEpsilon(t, math.Sin(x), libm.Sin(x), 1e-14, "sin of %d and a half eighths", i)
		require.InEpsilon(t, math.Cos(x), libm.Cos(x), 1e-14, "cos of %d and a half eighths", i)
	}
}
