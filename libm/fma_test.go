package libm_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

// values32 are the operands that arithmetic goes wrong at.
var values32 = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 1.5, -2.5, 3, 1 << 24, 1<<24 - 1,
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
	0x1p-126, 0x1.fffffcp-127, 0x1.000002p0, 0x1.fffffep-1, 0x1p-64, 0x1.000002p63,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
}

// TestFMA32 compares FMA32 with exact arithmetic rounded once, over
// edge operands and over random ones chosen so that the product and the summand
// are of like size, where rounding twice shows.
func TestFMA32(t *testing.T) {
	check := func(x, y, z float32) {
		got, want := libm.FMA32(x, y, z), exactFMA32(x, y, z)
		if got != want && (got == got || want == want) || got == 0 &&
			math.Signbit(float64(got)) != math.Signbit(float64(want)) {
			t.Fatalf("FMA32(%x, %x, %x) = %x, want %x", x, y, z, got, want)
		}
	}
	for _, x := range values32 {
		for _, y := range values32 {
			for _, z := range values32 {
				check(x, y, z)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		x, y := math.Float32frombits(rng.Uint32()), math.Float32frombits(rng.Uint32())
		z := float32(float64(x) * float64(y) * (rng.Float64() - 0.5) * math.Ldexp(1, rng.IntN(60)-30))
		check(x, y, z)
	}
	// Rounded to float64 first, the sum falls on the halfway point of two
	// float32 and then rounds the wrong way.
	x, y, z := float32(0x1p0), float32(0x1.000002p0), float32(0x1p-80)
	require.Equal(t, exactFMA32(x, y, z), libm.FMA32(x, y, z))
	x, y, z = 0x1.000002p-12, 0x1.fffffep-13, 1
	require.Equal(t, exactFMA32(x, y, z), libm.FMA32(x, y, z))
}

// exactFMA32 returns x*y + z computed exactly and rounded once.
func exactFMA32(x, y, z float32) float32 {
	sum := float64(x)*float64(y) + float64(z)
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return float32(sum) // a float64 sum of float32 overflows only from an infinity
	}
	const enough = 1000 // bits: more than the whole range of exponents
	exact := new(big.Float).SetPrec(enough).SetFloat64(float64(x) * float64(y))
	exact.Add(exact, new(big.Float).SetFloat64(float64(z)))
	if exact.Sign() == 0 {
		return float32(sum) // exact, and with the sign that IEEE 754 gives to zero
	}
	f, _ := exact.Float32()
	return f
}
