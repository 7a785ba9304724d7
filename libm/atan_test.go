package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestAtan(t *testing.T) {
	requireLike1(t, libm.Atan, math.Atan)
	requireExact(t, libm.Atan, map[float64]float64{
		1: math.Pi / 4, -1: -math.Pi / 4, math.Inf(1): math.Pi / 2, math.Inf(-1): -math.Pi / 2,
		math.MaxFloat64: math.Pi / 2, -0x1p60: -math.Pi / 2, 0x1p-27: 0x1p-27, 0x1p-1074: 0x1p-1074,
	})
}

// On the axes, the diagonals and at infinity, and with each sign of zero, the
// angle is what package math gives, to the last bit.
func TestAtan2OfSpecials(t *testing.T) {
	values := []float64{0, 1, 0x1p60, math.Inf(1)}
	for _, v := range append(values, math.NaN()) {
		for _, w := range append(values, math.NaN()) {
			for _, y := range []float64{v, -v} {
				for _, x := range []float64{w, -w} {
					want, got := math.Atan2(y, x), libm.Atan2(y, x)
					if math.IsNaN(want) {
						require.True(t, math.IsNaN(got), "atan2(%v, %v) = %v", y, x, got)
						continue
					}
					require.Equal(t, math.Float64bits(want), math.Float64bits(got),
						"atan2(%v, %v) = %v, package math %v", y, x, got, want)
				}
			}
		}
	}
}

// Quotients that overflow, underflow or are denormal, of arguments that are
// huge, tiny or both. The sign is always y's; package math loses it with the
// quotient where that underflows: atan2(-5e-324, -1e300) = +π.
func TestAtan2OfExtremes(t *testing.T) {
	list := edges()
	for _, y := range list {
		for _, x := range list {
			want, got := math.Copysign(math.Atan2(y, x), y), libm.Atan2(y, x)
			if math.IsNaN(want) {
				require.True(t, math.IsNaN(got), "atan2(%x, %x) = %v", y, x, got)
				continue
			}
			require.InDelta(t, want, got, math.Max(math.Abs(want)*0x1p-51, math.SmallestNonzeroFloat64),
				"atan2(%x, %x)", y, x)
			require.Equal(t, math.Signbit(y), math.Signbit(got), "atan2(%x, %x)", y, x)
		}
	}
}

// A power of two changes neither the quotient nor the angle, wherever it takes
// the arguments: the scaling has no seams.
func TestAtan2Scaled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		y, x := r.NormFloat64(), r.NormFloat64()
		want := libm.Atan2(y, x)
		for e := -900; e < 1000; e += 50 {
			require.Equal(t, want, libm.Atan2(math.Ldexp(y, e), math.Ldexp(x, e)), "%x, %x times 2^%d", y, x, e)
		}
	}
}
