package gomath

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var pairs [][2]float64
	for range 200_000 {
		x, y := powPair(r)
		pairs = append(pairs, [2]float64{x, y})
	}
	requireSame2(t, Pow, math.Pow, pairs...)
}

// powPair returns a base, which may be negative, and an exponent of either sign.
func powPair(r *rand.Rand) (x, y float64) {
	switch r.IntN(6) {
	case 0: // The result is in range, or nearly out of it.
		x = math.Ldexp(1+r.Float64(), r.IntN(40)-20)
		y = r.Float64() * 1100 / math.Log2(x)
	case 1: // The same, of integers.
		x = math.Ldexp(1+r.Float64(), r.IntN(40)-20)
		y = math.Round(r.Float64() * 1100 / math.Log2(x))
	case 2:
		x = math.Ldexp(r.Float64(), r.IntN(10))
		y = float64(r.IntN(40)) / 2
	case 3: // Numbers near 1, with great exponents.
		x = 1 + (r.Float64()-0.5)*math.Ldexp(1, -r.IntN(53))
		y = math.Ldexp(r.Float64(), r.IntN(65))
	case 4: // Denormals, and the ends of the range.
		x = math.Float64frombits(r.Uint64N(1 << 53))
		y = float64(r.IntN(8)) / 2
	case 5:
		x = 1 / math.Float64frombits(1<<51+r.Uint64N(1<<53))
		y = r.Float64() * 3
	}
	return math.Copysign(x, float64(r.IntN(4))-0.5), math.Copysign(y, float64(r.IntN(2))-0.5)
}
