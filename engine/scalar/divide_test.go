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
