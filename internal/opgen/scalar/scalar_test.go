package scalar

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFMA(t *testing.T) {
	require.Equal(t, math.FMA(0x1.0000000000001p0, 0x1.0000000000001p0, -1),
		fma(0x1.0000000000001p0, 0x1.0000000000001p0, -1))
	require.Equal(t, float32(0x1.000002p0), fma(0x1p0, float32(0x1.000002p0), 0x1p-80))
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
var words = []uint64{0, 1, 2, 3, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1<<64 - 2,
	1<<64 - 1, 0x0123456789abcdef}

func TestMulhi(t *testing.T) {
	for _, x := range words {
		for _, y := range words {
			require.Equal(t, upper(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y), 64).Uint64(), mulhi(x, y))
			require.Equal(t, upper(big.NewInt(int64(x)), big.NewInt(int64(y)), 64).Int64(), mulhi(int64(x), int64(y)))
			require.Equal(t, uint32(upper(big.NewInt(int64(uint32(x))), big.NewInt(int64(uint32(y))), 32).Uint64()),
				mulhi(uint32(x), uint32(y)))
			require.Equal(t, int32(upper(big.NewInt(int64(int32(x))), big.NewInt(int64(int32(y))), 32).Int64()),
				mulhi(int32(x), int32(y)))
		}
	}
}

func upper(x, y *big.Int, width uint) *big.Int {
	p := new(big.Int).Mul(x, y)
	return p.Rsh(p, width)
}

// TestWideDivision covers all operands, also those for which bits.Div64 panics: the results are
// zero then.
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
	if z <= x {
		return 0, 0
	}
	n := new(big.Int).SetUint64(x)
	n.Lsh(n, width).Or(n, new(big.Int).SetUint64(y))
	q, r := new(big.Int).QuoRem(n, new(big.Int).SetUint64(z), new(big.Int))
	return q.Uint64(), r.Uint64()
}
