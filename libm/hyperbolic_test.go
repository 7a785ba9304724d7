package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestSinh(t *testing.T) {
	requireLike1(t, libm.Sinh, math.Sinh)
	requireOdd(t, libm.Sinh)
	requireTinyUnchanged(t, libm.Sinh)
	// Beyond the greatest exponential there is room for the half.
	require.False(t, math.IsInf(libm.Sinh(710.4758600739439), 0))
	require.True(t, math.IsInf(libm.Sinh(710.475860073944), 0))
}

func TestCosh(t *testing.T) {
	requireLike1(t, libm.Cosh, math.Cosh)
	requireExact(t, libm.Cosh, map[float64]float64{0: 1, 1e-9: 1, -1e-300: 1})
	require.False(t, math.IsInf(libm.Cosh(710.4758600739439), 0))
	require.True(t, math.IsInf(libm.Cosh(-710.475860073944), 0))
	for x := 0.0; x < 20; x += 0.01 {
		require.Equal(t, libm.Cosh(x), libm.Cosh(-x))
	}
}

func TestTanh(t *testing.T) {
	requireLike1(t, libm.Tanh, math.Tanh)
	requireOdd(t, libm.Tanh)
	requireTinyUnchanged(t, libm.Tanh)
	requireExact(t, libm.Tanh, map[float64]float64{19: 1 - 0x1p-53, 19.1: 1, 1e300: 1})
}

func TestAsinh(t *testing.T) {
	requireLike1(t, libm.Asinh, math.Asinh)
	requireOdd(t, libm.Asinh)
	requireTinyUnchanged(t, libm.Asinh)
	requireExact(t, libm.Asinh, map[float64]float64{0.75: math.Ln2, 4.95: math.Ln10})
	requireAscending(t, libm.Asinh, -2, 2)
}

func TestAcosh(t *testing.T) {
	requireLike1(t, libm.Acosh, math.Acosh)
	requireExact(t, libm.Acosh, map[float64]float64{1: 0, 1.25: math.Ln2, 2.125: 2 * math.Ln2})
	requireAscending(t, libm.Acosh, 1, 3)
}

func TestAtanh(t *testing.T) {
	requireLike1(t, libm.Atanh, math.Atanh)
	requireTinyUnchanged(t, libm.Atanh)
	requireExact(t, libm.Atanh, map[float64]float64{0.6: math.Ln2, -0.6: -math.Ln2})
	requireAscending(t, libm.Atanh, -1, 1)
}
