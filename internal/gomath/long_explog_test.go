package gomath

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
)

var long = flag.Int("long", 0, "compare `N` arguments more of each function with package math")

// onDemand skips a test that is for -long.
func onDemand(t *testing.T) {
	if *long == 0 {
		t.Skip("on demand: go test ./internal/gomath -run TestLong -long 100000000")
	}
	needsUnfused(t)
}

// TestLong compares each of the functions here on many arguments: a half of any bits,
// a half where the function has different results.
func TestLong(t *testing.T) {
	onDemand(t)
	for _, tt := range []struct {
		name         string
		ours, theirs func(float64) float64
		from, to     float64
	}{
		{"Exp", Exp, math.Exp, -750, 715},
		{"Exp2", Exp2, math.Exp2, -1080, 1026},
		{"Expm1", Expm1, math.Expm1, -45, 45},
		{"Log", Log, math.Log, 0, 10},
		{"Log2", Log2, math.Log2, 0, 10},
		{"Log10", Log10, math.Log10, 0, 10},
		{"Log1p", Log1p, math.Log1p, -1, 3},
		{"Cbrt", Cbrt, math.Cbrt, -10, 10},
		{"Sinh", Sinh, math.Sinh, -22, 22},
		{"Cosh", Cosh, math.Cosh, -22, 22},
		{"Tanh", Tanh, math.Tanh, -2, 2},
		{"Asinh", Asinh, math.Asinh, -5, 5},
		{"Acosh", Acosh, math.Acosh, 1, 5},
		{"Atanh", Atanh, math.Atanh, -1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 8))
			for i := range *long {
				x := math.Float64frombits(r.Uint64())
				if i&1 == 0 {
					x = tt.from + r.Float64()*(tt.to-tt.from)
				}
				requireSameAt(t, tt.ours, tt.theirs, x)
			}
		})
	}
}

// TestLongPairs is TestLong for functions of two arguments.
func TestLongPairs(t *testing.T) {
	onDemand(t)
	for _, tt := range []struct {
		name         string
		ours, theirs func(x, y float64) float64
		draw         func(r *rand.Rand) (x, y float64)
	}{
		{"Pow", Pow, math.Pow, powPair},
		{"Hypot", Hypot, math.Hypot, func(r *rand.Rand) (x, y float64) { return random(r), random(r) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 8))
			for i := range *long {
				x, y := tt.draw(r)
				if i&3 == 0 {
					x, y = math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
				}
				requireSameAtPair(t, tt.ours, tt.theirs, x, y)
			}
		})
	}
}
