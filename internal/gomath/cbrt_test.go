package gomath

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCbrt(t *testing.T) {
	requireSame1(t, Cbrt, math.Cbrt, around(0x1p-1022, -0x1p-1022, 8, 27, -1000, 0x1p-1074, 0x1.8p-1070)...)
}

func TestThird(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 100_000 {
		for _, u := range []uint64{r.Uint64() >> 1, r.Uint64N(100), infBits - r.Uint64N(100),
			1<<63 - 1 - r.Uint64N(100)} {
			require.Equal(t, u/3, third(u))
		}
	}
}
