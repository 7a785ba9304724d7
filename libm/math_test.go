package libm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// edges are arguments at which functions are special, or nearly: zeros,
// denormals, infinities, integers, the ends of the ranges, and their neighbours.
func edges() []float64 {
	list := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1)}
	for _, x := range []float64{
		math.SmallestNonzeroFloat64, 0x1p-1060, 0x1p-1022, 0x1p-500, 0x1p-100, 0x1p-54, 0x1p-53, 0x1p-30, 0.25, 0.5,
		0.75,
		1, 1.5, 2, 3, 4, 5, 7, 8, 10, 22, 64, 100, 700, 709.782712893384, 710.4758600739439, 745.1332191019411, 746,
		1023, 1024, 1074, 1075, 2000, 0x1p31, 0x1p52, 0x1p53 - 1, 0x1p53, 0x1p54, 0x1p63, 0x1p100, 0x1p500, 0x1p1023,
		math.MaxFloat64,
	} {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.Inf(1))} {
			list = append(list, v, -v)
		}
	}
	return list
}

// like tells whether ours is what package math's result allows: the same
// infinity, zero or NaN, or another number close to it. Close is not very close,
// since package math gives infinity for exp(709.7827128933839), 0 for
// exp2(-1074.2), in its assembly for amd64 -709.09 for log(5e-324), and on arm64
// log2(1+2⁻⁵²) an eighth too large. What is exact is measured elsewhere, by
// internal/ulp.
func like(ours, theirs float64) bool {
	switch {
	case math.IsNaN(theirs):
		return math.IsNaN(ours)
	case math.IsInf(theirs, 0):
		return ours == theirs || math.Abs(ours) >= 0x1p1022 && (ours > 0) == (theirs > 0)
	case theirs == 0:
		return math.Abs(ours) <= math.SmallestNonzeroFloat64 && math.Signbit(ours) == math.Signbit(theirs)
	}
	return math.Abs(ours-theirs) <= math.Max(math.Abs(theirs)*0x1p-2, 2*math.SmallestNonzeroFloat64)
}

// requireLike1 compares a function with package math's over the edges and over
// random bits.
func requireLike1(t *testing.T, ours, theirs func(float64) float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	list := edges()
	for range 20000 {
		list = append(list, math.Float64frombits(r.Uint64()), r.NormFloat64()*10)
	}
	for _, x := range list {
		require.True(t, like(ours(x), theirs(x)), "of %v (%x): %v, package math %v", x, x, ours(x), theirs(x))
	}
}

// requireExact compares a function with exact values.
func requireExact(t *testing.T, f func(float64) float64, want map[float64]float64) {
	t.Helper()
	for x, y := range want {
		require.Equal(t, y, f(x), "of %v", x)
	}
}

// requireOdd compares f(-x) with -f(x).
func requireOdd(t *testing.T, f func(float64) float64) {
	t.Helper()
	for x := 0.01; x < 30; x *= 1.01 {
		require.Equal(t, f(x), -f(-x), "of ±%v", x)
	}
}

// requireTinyUnchanged compares f(x) with x for numbers so small that the next
// term of a series is nothing, to the bit.
func requireTinyUnchanged(t *testing.T, f func(float64) float64) {
	t.Helper()
	for _, x := range []float64{0, math.SmallestNonzeroFloat64, 0x1.23456789abcdfp-1022, 0x1.23456789abcdfp-500,
		0x1.23456789abcdfp-60} {
		require.Equal(t, math.Float64bits(x), math.Float64bits(f(x)), "of %v", x)
		require.Equal(t, math.Float64bits(-x), math.Float64bits(f(-x)), "of %v", -x)
	}
	negativeZero := math.Copysign(0, -1)
	require.True(t, math.Signbit(f(negativeZero)), "of -0")
}

// requireAscending checks a thousand neighbourhoods in an interval: the next
// argument never has a smaller result. (An error below one ulp does not
// guarantee it; these functions have it where their table entries meet.)
func requireAscending(t *testing.T, f func(float64) float64, from, to float64) {
	t.Helper()
	for i := range 1024 {
		x := from + (to-from)*float64(i)/1024
		for range 20 {
			next := math.Nextafter(x, math.Inf(1))
			require.LessOrEqual(t, f(x), f(next), "of %v and the next", x)
			x = next
		}
	}
}
