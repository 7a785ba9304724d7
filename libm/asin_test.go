package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestAsin(t *testing.T) {
	requireLike1(t, libm.Asin, math.Asin)
	requireExact(t, libm.Asin, map[float64]float64{
		1: math.Pi / 2, -1: -math.Pi / 2, 0.5: math.Pi / 6, -0.5: -math.Pi / 6, 0x1p-27: 0x1p-27, 0x1p-1074: 0x1p-1074,
	})
	require.True(t, math.IsNaN(libm.Asin(0x1.0000000000001p0)))
}

func TestAcos(t *testing.T) {
	requireLike1(t, libm.Acos, math.Acos)
	requireExact(t, libm.Acos, map[float64]float64{1: 0, -1: math.Pi, 0: math.Pi / 2, 0x1p-60: math.Pi / 2,
		0.5: math.Pi / 3, -0.5: math.Pi * 2 / 3})
	require.False(t, math.Signbit(libm.Acos(1)))
	require.True(t, math.IsNaN(libm.Acos(-0x1.0000000000001p0)))
	// Near 1 it is √(2(1-x)), and no less exact than elsewhere.
	require.Equal(t, 0x1p-26, libm.Acos(1-0x1p-53))
}

// Both sides of the seam at ½, and of zero.
func TestAsinAndAcosAddUp(t *testing.T) {
	for i := -1000; i <= 1000; i++ {
		x := float64(i) / 1000
		require.InDelta(t, math.Pi/2, libm.Asin(x)+libm.Acos(x), 0x1p-51, "x = %v", x)
		require.InDelta(t, x, math.Sin(libm.Asin(x)), 0x1p-52, "x = %v", x)
	}
}
