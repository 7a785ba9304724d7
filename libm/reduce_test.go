package libm

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// hardest returns the significand m, 2⁵² ≤ m < 2⁵³, that brings m·2^e nearest to
// a multiple of π/2, or nearly so: multiples of the denominators of the continued
// fraction of 2^e·2/π. (W. Kahan, "Minimizing q·m-n", 1983.)
func hardest(e int) float64 {
	const prec = 1300
	ratio := highprec.Ldexp(highprec.Quo(highprec.New(2, prec), highprec.Pi(prec)), e)
	var m uint64
	// Denominators q of the convergents; the integer parts do not matter.
	last, q := uint64(0), uint64(1)
	for q < 1<<53 {
		m = q
		whole, _ := ratio.Int(nil)
		ratio = highprec.Sub(ratio, new(big.Float).SetPrec(prec).SetInt(whole))
		ratio = highprec.Quo(highprec.New(1, prec), ratio)
		a, _ := ratio.Uint64()
		if a > 1<<53 {
			break
		}
		last, q = q, a*q+last
	}
	for m < 1<<52 {
		m += m
	}
	return math.Ldexp(float64(m), e)
}

// nearestQuarter returns x less the nearest multiple k of π/2, and k mod 4.
func nearestQuarter(x float64) (r *big.Float, k int64) {
	const prec = 1300
	quarter := highprec.Ldexp(highprec.Pi(prec), -1)
	turns := highprec.Add(highprec.Quo(highprec.New(x, prec), quarter), highprec.New(0.5, prec))
	whole, _ := turns.Int(nil)
	r = highprec.Sub(highprec.New(x, prec), highprec.Mul(new(big.Float).SetPrec(prec).SetInt(whole), quarter))
	return r, new(big.Int).And(whole, big.NewInt(3)).Int64()
}

func requireReduced(t *testing.T, x float64) {
	t.Helper()
	want, k := nearestQuarter(x)
	r, lo, q := reduceQuarter(x)
	require.EqualValues(t, k, q&3, "quarter of %x", x)
	err := highprec.Sub(highprec.Sub(highprec.Float(r), want), highprec.Neg(highprec.New(lo, want.Prec())))
	relative, _ := highprec.Quo(err, want).Float64()
	require.LessOrEqual(t, math.Abs(relative), 0x1p-61, "%x: %x + %x", x, r, lo)
}

// The reduction is exact enough for every exponent: where nothing cancels, where
// as much as possible does, and on both sides of the limit.
func TestReduce(t *testing.T) {
	least := math.Inf(1)
	for e := -1; e < 1024; e++ {
		hard := hardest(e - 52)
		for _, x := range []float64{
			math.Ldexp(1, e), math.Ldexp(0x1.fffffffffffffp0, e), math.Ldexp(0x1.5555555555555p0, e),
			hard, math.Nextafter(hard, 0), math.Nextafter(hard, math.MaxFloat64),
		} {
			requireReduced(t, x)
		}
		r, _, _ := reduceQuarter(hard)
		least = min(least, math.Abs(r))
		if hard <= reduceLimit {
			require.Greater(t, math.Abs(r), hard*twoOverPi*0x1p-75, "%x", hard)
		}
	}
	// The hardest of all float64s is 6381956970095103·2^797, 2^-60.9 from a
	// multiple (Muller, Elementary Functions, 3rd ed. 2016, table 11.1).
	r, _, _ := reduceQuarter(6381956970095103 * 0x1p797)
	require.Equal(t, least, math.Abs(r))
	require.InDelta(t, -60.9, math.Log2(least), 0.05)
}

// Small arguments are left alone, and what is not a number stays so.
func TestReduceNothing(t *testing.T) {
	for _, x := range []float64{0, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-30, 0.5, 0.785} {
		r, lo, q := reduceQuarter(x)
		require.Equal(t, x, r)
		require.Zero(t, lo)
		require.Zero(t, q&3)
	}
	for _, x := range []float64{math.Inf(1), math.NaN()} {
		r, _, _ := reduceQuarter(x)
		require.True(t, math.IsNaN(r))
	}
}
