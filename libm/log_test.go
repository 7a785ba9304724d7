package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestLog(t *testing.T) {
	requireLike1(t, libm.Log, math.Log)
	requireExact(t, libm.Log, map[float64]float64{
		1: 0, 2: math.Ln2, 0.5: -math.Ln2, 10: math.Ln10, math.E: 1,
		// log(1+x) is x - x²/2 + …
		1 + 0x1p-52: 0x1p-52 - 0x1p-105, 1 - 0x1p-53: -0x1p-53 - 0x1p-107,
	})
	requireAscending(t, libm.Log, 0.5, 2)
}

func TestLog2(t *testing.T) {
	requireLike1(t, libm.Log2, math.Log2)
	for k := -1074; k <= 1023; k++ {
		require.Equal(t, float64(k), libm.Log2(math.Ldexp(1, k)), "of 2^%v", k)
	}
	requireExact(t, libm.Log2, map[float64]float64{math.E: math.Log2E, 1 - 0x1p-53: -0x1p-53 * math.Log2E})
	requireAscending(t, libm.Log2, 0.5, 2)
}

func TestLog10(t *testing.T) {
	requireLike1(t, libm.Log10, math.Log10)
	power := 1.0
	for k := 0.0; k <= 22; k++ {
		require.Equal(t, k, libm.Log10(power), "of 10^%v", k)
		power *= 10
	}
	requireExact(t, libm.Log10, map[float64]float64{2: math.Ln2 / math.Ln10, math.E: math.Log10E})
	requireAscending(t, libm.Log10, 0.5, 2)
}

func TestLog1p(t *testing.T) {
	requireLike1(t, libm.Log1p, math.Log1p)
	requireTinyUnchanged(t, libm.Log1p)
	requireExact(t, libm.Log1p, map[float64]float64{1: math.Ln2, 9: math.Ln10, -0.5: -math.Ln2, 1e300: libm.Log(1e300)})
	requireAscending(t, libm.Log1p, -0.9, 1)
}
