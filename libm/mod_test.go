package libm

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// edgesOfMod are operands at which long division goes wrong: ties, multiples,
// the ends of the range, quotients of any size.
var edgesOfMod = []float64{
	0, 1, 2, 3, 0.5, 1.5, 2.5, 7, 1 << 52, 1<<53 - 1, 1 << 53, 0.1, 0.3, math.Pi, 2 * math.Pi, 1e300, 1e-300,
	math.MaxFloat64, math.MaxFloat64 / 2, 0x1p-1022, 0x1.fffffffffffffp-1023, 0x1p-1021, 5e-324, 1e-323, 1.5e-323,
	math.Inf(1), math.NaN(),
}

// TestMod compares with package math, which is exact too, bit for bit.
func TestMod(t *testing.T) {
	check := func(x, y float64) {
		require.True(t, sameBits(math.Mod(x, y), Mod(x, y)), "Mod(%x, %x) = %x, want %x", x, y, Mod(x, y), math.Mod(x,
			y))
		require.True(t, sameBits(math.Remainder(x, y), Remainder(x, y)), "Remainder(%x, %x) = %x, want %x", x, y,
			Remainder(x, y), math.Remainder(x, y))
		u, v := float32(x), float32(y)
		m, r := float32(math.Mod(float64(u), float64(v))), float32(math.Remainder(float64(u), float64(v)))
		require.True(t, sameBits(float64(m), float64(ModF32(u, v))), "ModF32(%x, %x)", u, v)
		require.True(t, sameBits(float64(r), float64(RemainderF32(u, v))), "RemainderF32(%x, %x)", u, v)
	}
	for _, x := range edgesOfMod {
		for _, y := range edgesOfMod {
			for _, s := range [][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				check(s[0]*x, s[1]*y)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		x, y := math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		check(x, y)
		near := y * math.Ldexp(r.Float64(), r.IntN(60)) // quotients of few bits
		check(near, y)
		check(y*float64(r.IntN(1000))/2, y) // multiples and ties
	}
}

// sameBits reports whether two floats are the same, any NaN being as good as
// another.
func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}
