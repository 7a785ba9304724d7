package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestTan(t *testing.T) {
	requireLike1(t, libm.Tan, math.Tan)
	requireExact(t, libm.Tan, map[float64]float64{0x1p-27: 0x1p-27, 0x1p-1074: 0x1p-1074})
	for i := range 200 {
		x := (float64(i) + 0.5) * math.Pi / 4
		require.InEpsilon(t, math.Tan(x), libm.Tan(x), 1e-13, "tan of %d and a half eighths", i)
	}
	// No float64 is at a pole.
	require.Equal(t, 0x1.d02967c31cdb5p+53, libm.Tan(math.Pi/2))
	require.Equal(t, -0x1.d02967c31cdb5p+53, libm.Tan(-math.Pi/2))
	require.Equal(t, -2133485385753703843.7, libm.Tan(6381956970095103*0x1p797))
}
