package gomath

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModf(t *testing.T) {
	requireSame1(t, ModfInt, func(x float64) float64 { i, _ := math.Modf(x); return i })
	requireSame1(t, ModfFrac, func(x float64) float64 { _, f := math.Modf(x); return f })
}

func TestPow10(t *testing.T) {
	for n := int64(-1000); n < 1000; n++ {
		require.Equal(t, math.Float64bits(math.Pow10(int(n))), math.Float64bits(Pow10(n)), n)
	}
	require.Zero(t, Pow10(math.MinInt64))
	require.True(t, math.IsInf(Pow10(math.MaxInt64), 1))
}
