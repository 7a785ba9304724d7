package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

// All pairs of special arguments, and of random ones.
func TestPow(t *testing.T) {
	check := func(x, y float64) {
		if x != 0 && math.Abs(x) < 0x1p-1022 && y != math.Trunc(y) {
			return // package math takes its wrong logarithm of denormals
		}
		ours, theirs := libm.Pow(x, y), math.Pow(x, y)
		if !like(ours, theirs) {
			require.Failf(t, "differs", "of %v (%x), %v: %v, package math %v", x, x, y, ours, theirs)
		}
	}
	list := edges()
	for _, x := range list {
		for _, y := range list {
			check(x, y)
			check(x, y+0.5)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		check(math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64()))
		check(r.NormFloat64()*10, math.Round(r.NormFloat64()*20))
		check(math.Abs(r.NormFloat64()), r.NormFloat64()*20)
	}
}

// What is a float64 comes out exactly.
func TestPowExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		x := math.Float64frombits(r.Uint64())
		if x == x {
			require.Equal(t, x, libm.Pow(x, 1))
		}
		small := float64(r.IntN(1<<26) - 1<<25)
		require.Equal(t, float64(small*small), libm.Pow(small, 2))
	}
	for x := -100.0; x <= 100; x++ {
		p := 1.0
		for y := 0.0; math.Abs(p) <= 1<<53; y++ {
			require.Equal(t, p, libm.Pow(x, y), "%v to the power %v", x, y)
			p *= x
			if math.Abs(x) <= 1 && y > 100 {
				break
			}
		}
	}
	for k := -1074.0; k <= 1023; k++ {
		require.Equal(t, math.Ldexp(1, int(k)), libm.Pow(2, k))
	}
	require.Equal(t, 3.0, libm.Pow(9, 0.5))
	require.Equal(t, 0.001, libm.Pow(10, -3))
}
