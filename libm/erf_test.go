package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestErf(t *testing.T) {
	requireLike1(t, libm.Erf, math.Erf)
	requireOdd(t, libm.Erf)
	requireExact(t, libm.Erf, map[float64]float64{5.9217: 1, 7: 1, 1e300: 1, 1: 0.8427007929497149,
		0x1p-1074: 0x1p-1074})
	// Where the pieces meet.
	for i := range 16 {
		seam := (float64(i) + 1.5) * 23 / 64
		requireAscending(t, libm.Erf, seam-1e-12, seam+1e-12)
	}
}

func TestErfc(t *testing.T) {
	requireLike1(t, libm.Erfc, math.Erfc)
	requireExact(t, libm.Erfc, map[float64]float64{
		0: 1, -0.5: 1.5204998778130465, 0.5: 0.4795001221869535, -7: 2, 26.5: 2.2109076642637343e-307, 27.3: 0,
		1e300:              0,
		27.226017111108362: 0x1p-1074, // the smallest result
	})
	for x := -5.0; x < 5; x += 0.01 {
		require.InDelta(t, 1, libm.Erf(x)+libm.Erfc(x), 0x1p-52, "erf + erfc of %v", x)
	}
}
