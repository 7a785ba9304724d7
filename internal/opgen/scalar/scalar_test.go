package scalar

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// values are the operands that arithmetic goes wrong at.
var values32 = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 1.5, -2.5, 3, 1 << 24, 1<<24 - 1,
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
	0x1p-126, 0x1.fffffcp-127, 0x1.000002p0, 0x1.fffffep-1, 0x1p-64, 0x1.000002p63,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
}

// TestFMA32 compares fma for float32 with exact arithmetic rounded once, over
// edge operands and over random ones chosen so that the product and the summand
// are of like size, where rounding twice shows.
func TestFMA32(t *testing.T) {
	check := func(x, y, z float32) {
		got, want := fma(x, y, z), exactFMA32(x, y, z)
		if got != want && (got == got || want == want) || got == 0 && math.Signbit(float64(got)) != math.Signbit(float64(want)) {
			t.Fatalf("fma(%x, %x, %x) = %x, want %x", x, y, z, got, want)
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
	require.Equal(t, exactFMA32(x, y, z), fma(x, y, z))
	x, y, z = 0x1.000002p-12, 0x1.fffffep-13, 1
	require.Equal(t, exactFMA32(x, y, z), fma(x, y, z))
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

func TestFMA64(t *testing.T) {
	require.Equal(t, math.FMA(0x1.0000000000001p0, 0x1.0000000000001p0, -1), fma(0x1.0000000000001p0, 0x1.0000000000001p0, -1))
}

func TestCopysign(t *testing.T) {
	require.Equal(t, float32(-2), copysign(float32(2), float32(math.Copysign(0, -1))))
	require.Equal(t, 2.0, copysign(-2.0, 0))
}

func TestBitsOf(t *testing.T) {
	require.EqualValues(t, 32, bitsOf(uint32(0)))
	require.EqualValues(t, 64, bitsOf(uint64(0)))
}

// words are operands of the wide integer operations.
var words = []uint64{0, 1, 2, 3, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 2, 1<<64 - 1, 0x0123456789abcdef}

func TestMulhi(t *testing.T) {
	for _, x := range words {
		for _, y := range words {
			require.Equal(t, upper(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y), 64).Uint64(), mulhi(x, y))
			require.Equal(t, upper(big.NewInt(int64(x)), big.NewInt(int64(y)), 64).Int64(), mulhi(int64(x), int64(y)))
			require.Equal(t, uint32(upper(big.NewInt(int64(uint32(x))), big.NewInt(int64(uint32(y))), 32).Uint64()), mulhi(uint32(x), uint32(y)))
			require.Equal(t, int32(upper(big.NewInt(int64(int32(x))), big.NewInt(int64(int32(y))), 32).Int64()), mulhi(int32(x), int32(y)))
		}
	}
}

func upper(x, y *big.Int, width uint) *big.Int {
	p := new(big.Int).Mul(x, y)
	return p.Rsh(p, width)
}

// TestWideDivision covers all operands, also those for which bits.Div64
// panics: the quotient's lower half, and zero for a zero divisor.
func TestWideDivision(t *testing.T) {
	for _, x := range words {
		for _, y := range words {
			for _, z := range words {
				q, r := wide(x, y, z, 64)
				require.Equal(t, q, divwide(x, y, z))
				require.Equal(t, r, remwide(x, y, z))
				q, r = wide(uint64(uint32(x)), uint64(uint32(y)), uint64(uint32(z)), 32)
				require.Equal(t, uint32(q), divwide(uint32(x), uint32(y), uint32(z)))
				require.Equal(t, uint32(r), remwide(uint32(x), uint32(y), uint32(z)))
			}
		}
	}
}

func wide(x, y, z uint64, width uint) (quo, rem uint64) {
	if z == 0 {
		return 0, 0
	}
	n := new(big.Int).SetUint64(x)
	n.Lsh(n, width).Or(n, new(big.Int).SetUint64(y))
	q, r := new(big.Int).QuoRem(n, new(big.Int).SetUint64(z), new(big.Int))
	return q.And(q, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), r.Uint64()
}
