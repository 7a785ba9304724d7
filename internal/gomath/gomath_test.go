package gomath

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/probe"
)

// edges are arguments at which functions are special, or nearly, and some others: those with
// which a process compares code before it uses it.
func edges() []float64 { return probe.Floats(1000) }

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
		requireSameAt(t, ours, theirs, x)
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
		requireSameAtPair(t, ours, theirs, p[0], p[1])
	}
}

func requireSameAt(t *testing.T, ours, theirs func(float64) float64, x float64) {
	if got, want := ours(x), theirs(x); !same(got, want) {
		require.Failf(t, "differs", "of %v (%x): %x, package math %x", x, x, got, want)
	}
}

func requireSameAtPair(t *testing.T, ours, theirs func(x, y float64) float64, x, y float64) {
	if got, want := ours(x, y), theirs(x, y); !same(got, want) {
		require.Failf(t, "differs", "of %v, %v (%x, %x): %x, package math %x", x, y, x, y, got, want)
	}
}
