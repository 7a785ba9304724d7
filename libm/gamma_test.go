package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestGamma(t *testing.T) {
	requireLike1(t, libm.Gamma, math.Gamma)
	factorial := 1.0
	for n := 1.0; n <= 23; n++ {
		require.Equal(t, factorial, libm.Gamma(n), "of %v", n)
		factorial *= n
	}
	requireExact(t, libm.Gamma, map[float64]float64{
		// Multiples of √π
		0.5: 1.772453850905516, 1.5: 0.886226925452758, -0.5: -3.544907701811032, -1.5: 2.3632718012073548,
		171.62437695630272: 1.7976931348622299e+308, 171.6243769563028: math.Inf(1), 172: math.Inf(1),
		0x1p-1023: 0x1p1023, -0x1p-1000: -0x1p1000,
	})
	// Next to poles the function is the reciprocal of a distance and a factorial.
	for n := 1.0; n < 15; n++ {
		d := 0x1p-40
		require.InEpsilon(t, 1/(d*math.Gamma(n+1)), math.Abs(libm.Gamma(d-n)), 1e-10, "next to -%v", n)
	}
	// The sign changes at each pole, also where nothing but the sign is left.
	for n := 0.0; n < 400; n++ {
		require.Equal(t, math.Mod(n, 2) == 0, math.Signbit(libm.Gamma(-n-0.5)), "of %v", -n-0.5)
	}
}

func TestLgamma(t *testing.T) {
	magnitude := func(x float64) float64 {
		y, _ := math.Lgamma(x)
		return y
	}
	for _, x := range edges() {
		if x > -20 && x < 0 && math.Abs(magnitude(x)) < 1 {
			continue // zeros
		}
		require.True(t, like(libm.Lgamma(x), magnitude(x)), "of %v: %v, package math %v", x, libm.Lgamma(x),
			magnitude(x))
	}
	requireExact(t, libm.Lgamma, map[float64]float64{
		1: 0, 2: 0, 3: math.Ln2, 0.5: 0.5723649429247001, -0.5: 1.2655121234846454,
		0x1p900: 0x1.376a8e219ecebp909, 2.5e305: 1.7555118602376452e308, 2.5563e305: 1.7951029165623062e308,
		2.56e305: math.Inf(1),
	})
	// The slopes at the zeros are -γ and 1-γ, with γ = 0.5772….
	const euler = 0.57721566490153286
	for _, d := range []float64{0x1p-20, -0x1p-20, 0x1p-51, -0x1p-51} {
		require.InEpsilon(t, -euler*d, libm.Lgamma(1+d), 1e-5)
		require.InEpsilon(t, (1-euler)*d, libm.Lgamma(2+d), 1e-5)
	}
	// Its zero between -3 and -2.
	require.InDelta(t, 0, libm.Lgamma(-2.4570247382208006), 0x1p-52)
	for x := 0.01; x < 170; x *= 1.003 {
		require.InDelta(t, math.Log(libm.Gamma(x)), libm.Lgamma(x), 1e-13*math.Max(1, libm.Lgamma(x)), "log Γ(%v)", x)
	}
}
