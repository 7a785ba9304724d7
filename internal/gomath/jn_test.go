package gomath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireOrders compares a function of a number and an order with package math's.
func requireOrders(t *testing.T, ours func(x float64, n int64) float64, theirs func(n int, x float64) float64) {
	t.Helper()
	needsUnfused(t)
	check := func(x float64, n int) {
		if got, want := ours(x, int64(n)), theirs(n, x); !same(got, want) {
			require.Failf(t, "differs", "of order %d of %v (%x): %x, package math %x", n, x, x, got, want)
		}
	}
	for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 32, 33, 34, 50, 100, 300, InlineOrder, MaxOrder} {
		for _, x := range append(edges(), 0x1p-29, 0x1p302, 0x1.fp301, 0x1p303, 0x1p400, 0x1p401, 0x1p402, 0x1.8p403) {
			check(x, n)
			check(x, -n)
		}
		for _, d := range []float64{-1, -1e-3, 0, 1e-3, 1} { // where the way up ends
			check(float64(n)+d, n)
			check(-float64(n)-d, n)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	upTo := func(n float64) float64 { return math.Exp(r.Float64() * math.Log(n)) }
	for i := range 20_000 {
		check(random(r), r.IntN(60)-20)
		check(r.Float64()*100, r.IntN(120)-20)
		check(r.Float64()*4000, int(upTo(InlineOrder)))
		if i%20 == 0 {
			check(upTo(2*MaxOrder), int(upTo(MaxOrder)))
		}
	}
}

func TestJn(t *testing.T) { requireOrders(t, Jn, math.Jn) }

func TestYn(t *testing.T) { requireOrders(t, Yn, math.Yn) }
