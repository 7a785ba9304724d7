package gomath

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// edges are arguments at which functions are special, or nearly: zeros, denormals,
// infinities, integers, the ends of ranges, and their neighbours.
func edges() []float64 {
	list := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1)}
	for _, x := range []float64{
		math.SmallestNonzeroFloat64, 0x1p-1060, 0x1p-1022, 0x1p-500, 0x1p-100, 0x1p-54, 0x1p-53, 0x1p-30, 0.25, 0.5, 0.75,
		1, 1.5, 2, 3, 4, 5, 7, 8, 10, 22, 64, 100, 700, 709.782712893384, 710.4758600739439, 745.1332191019411, 746,
		1023, 1024, 1074, 1075, 2000, 0x1p31, 0x1p52, 0x1p53 - 1, 0x1p53, 0x1p54, 0x1p63, 0x1p100, 0x1p500, 0x1p1023, math.MaxFloat64,
	} {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.Inf(1))} {
			list = append(list, v, -v)
		}
	}
	return list
}

// around returns numbers, their neighbours on both sides, and some a little further.
func around(list ...float64) []float64 {
	var more []float64
	for _, x := range list {
		b := math.Float64bits(x)
		for _, d := range []uint64{0, 1, 2, 3, 10, 1000, 1 << 20, 1 << 30} {
			more = append(more, math.Float64frombits(b+d), math.Float64frombits(b-d))
		}
	}
	return more
}

// random returns an argument of a kind that some function is interested in.
func random(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return r.NormFloat64() * 10
	case 2:
		return (r.Float64() - 0.5) * 4
	}
	return math.Ldexp(r.Float64()-0.5, r.IntN(80)-40)
}

// same tells whether two results are the same to the bit, or both NaN.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// needsUnfused skips a test where package math has other bits: on other machines, and in a
// build for GOAMD64=v3 or later, whose compiler fuses products into sums.
func needsUnfused(t *testing.T) {
	t.Helper()
	if x := sum(1+0x1p-30, 1-0x1p-30, -1); runtime.GOARCH != "amd64" || x != 0 {
		t.Skip("not amd64, or products are fused into sums")
	}
}

// sum returns x·y + z as the compiler makes it.
//
//go:noinline
func sum(x, y, z float64) float64 { return x*y + z }

// requireSame1 compares a function of one argument with package math's.
func requireSame1(t *testing.T, ours, theirs func(float64) float64, arguments ...float64) {
	t.Helper()
	needsUnfused(t)
	r := rand.New(rand.NewPCG(1, 2))
	list := append(edges(), arguments...)
	for range 200_000 {
		list = append(list, random(r))
	}
	for _, x := range list {
		if got, want := ours(x), theirs(x); !same(got, want) {
			require.Failf(t, "differs", "of %v (%x): %x, package math %x", x, x, got, want)
		}
	}
}

// requireSame2 compares a function of two arguments with package math's.
func requireSame2(t *testing.T, ours, theirs func(x, y float64) float64, pairs ...[2]float64) {
	t.Helper()
	needsUnfused(t)
	r := rand.New(rand.NewPCG(3, 4))
	list := pairs
	for _, x := range edges() {
		for _, y := range edges() {
			list = append(list, [2]float64{x, y})
		}
	}
	for range 200_000 {
		list = append(list, [2]float64{random(r), random(r)})
	}
	for _, p := range list {
		if got, want := ours(p[0], p[1]), theirs(p[0], p[1]); !same(got, want) {
			require.Failf(t, "differs", "of %v, %v (%x, %x): %x, package math %x", p[0], p[1], p[0], p[1], got, want)
		}
	}
}
