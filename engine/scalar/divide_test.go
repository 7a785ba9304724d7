package scalar

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Quotients are products with reciprocals, which are compared where these could be too short: at
// multiples of the divisor, and at the ends of what there is.
func TestReciprocals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		d := rng.Uint64() >> rng.IntN(63)
		if d < 2 || d&(d-1) == 0 {
			continue
		}
		multiple := d * (rng.Uint64() >> rng.IntN(64))
		for _, x := range []uint64{rng.Uint64(), multiple, multiple - 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 0, 1} {
			if hasShort(d) {
				l := bits.Len64(d)
				m, _ := bits.Div64(1<<(l-1), 0, d)
				high, _ := bits.Mul64(m+1, x)
				require.Equal(t, x/d, high>>(l-1), "%d / %d", x, d)
			}
			if d < 1<<63 {
				m, n := signedReciprocal(d)
				high, _ := bits.Mul64(m, x)
				if int64(x) < 0 {
					high -= m
				}
				require.Equal(t, int64(x)/int64(d), int64(high)>>n+int64(x>>63), "%d / %d", int64(x), d)
			}
		}
	}
}

// Small numbers have quotients of 64 bits of a product, with a literal of 31.
func TestSmallReciprocals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for k := range 300_000 {
		d := 3 + rng.Uint64N(belowSmall-3)>>rng.IntN(smallBits)
		if k < 1000 {
			d = [...]uint64{uint64(k) + 3, belowSmall - 1 - uint64(k), belowSmall/2 + 1 + uint64(k)}[k%3]
		}
		if d&(d-1) == 0 {
			continue
		}
		m, n := smallReciprocal(d)
		require.Less(t, m, 1<<31)
		multiple := (belowSmall - 1) / d * d
		other, any := rng.Uint64N(belowSmall/d+1)*d, rng.Uint64N(belowSmall)
		for _, x := range []uint64{0, 1, multiple, multiple - 1, other, other - 1, any, belowSmall - 1} {
			if x < belowSmall {
				require.Equal(t, x/d, x*uint64(m)>>n, "%d / %d", x, d)
			}
		}
	}
}
