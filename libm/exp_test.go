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
}
