package libm_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

func TestExp(t *testing.T) {
	requireLike1(t, libm.Exp, math.Exp)
	requireExact(t, libm.Exp, map[float64]float64{0: 1, 0x1p-60: 1, -0x1p-60: 1, 1: math.E, 720: math.Inf(1), -746: 0})
	// The greatest argument with a finite result and the smallest with one above 0.
	require.False(t, math.IsInf(libm.Exp(709.782712893384), 0))
	require.True(t, math.IsInf(libm.Exp(709.7827128933841), 0))
	require.Equal(t, math.SmallestNonzeroFloat64, libm.Exp(-745.1332191019411))
	require.Zero(t, libm.Exp(-745.1332191019412))
	requireAscending(t, libm.Exp, -1, 1)
}

func TestExp2(t *testing.T) {
	requireLike1(t, libm.Exp2, math.Exp2)
	for k := -1080; k <= 1030; k++ {
		require.Equal(t, math.Ldexp(1, k), libm.Exp2(float64(k)), "of %v", k)
	}
	requireExact(t, libm.Exp2, map[float64]float64{0.5: math.Sqrt2, 1.5: 2 * math.Sqrt2, 1e-300: 1})
	require.False(t, math.IsInf(libm.Exp2(math.Nextafter(1024, 0)), 0))
	require.Equal(t, math.SmallestNonzeroFloat64, libm.Exp2(math.Nextafter(-1075, 0)))
}

func TestExpm1(t *testing.T) {
	requireLike1(t, libm.Expm1, math.Expm1)
	requireTinyUnchanged(t, libm.Expm1)
	requireExact(t, libm.Expm1, map[float64]float64{-40: -1, math.Ln2: 1, 1: math.E - 1})
	require.Equal(t, -1+0x1p-53, libm.Expm1(-36.8))
	requireAscending(t, libm.Expm1, -1, 1)
}
