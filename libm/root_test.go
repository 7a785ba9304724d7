package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestCbrt(t *testing.T) {
	requireLike1(t, libm.Cbrt, math.Cbrt)
	requireOdd(t, libm.Cbrt)
	// Numbers of 17 bits have cubes of 51.
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x := math.Ldexp(float64(r.IntN(1<<17)), r.IntN(600)-340)
		require.Equal(t, x, libm.Cbrt(x*x*x))
	}
	require.Equal(t, 0x1p-358, libm.Cbrt(0x1p-1074))
}

func TestHypot(t *testing.T) {
	for _, x := range edges() {
		for _, y := range edges() {
			ours, theirs := libm.Hypot(x, y), math.Hypot(x, y)
			if !like(ours, theirs) {
				require.Failf(t, "differs", "of %v, %v: %v, package math %v", x, y, ours, theirs)
			}
		}
	}
	// Pythagorean triples, at any size.
	for m := 2.0; m < 30; m++ {
		for n := 1.0; n < m; n++ {
			for _, size := range []float64{0x1p-1074, 0x1p-600, 1, 0x1p500, 0x1p1010} {
				require.Equal(t, (m*m+n*n)*size, libm.Hypot((m*m-n*n)*size, -2*m*n*size))
			}
		}
	}
}
