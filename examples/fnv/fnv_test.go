package fnv

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
)

// records have between none and 64 bytes, for which a lane of the batch has room.
func records(n int) [][]byte {
	r := rand.New(rand.NewPCG(3, 9))
	list := make([][]byte, n)
	for i := range list {
		list[i] = make([]byte, r.IntN(65))
		for k := range list[i] {
			list[i][k] = byte(r.Uint32())
		}
	}
	return list
}

func TestSum(t *testing.T) {
	for _, record := range records(500) {
		h := fnv.New64a()
		h.Write(record)
		require.Equal(t, h.Sum64(), Sum(record), "%x", record)
	}
}

func TestBatch(t *testing.T) {
	list := records(3000)
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		sums, err := SumBatch(context.Background(), list, opts...)
		require.NoError(t, err)
		for i, record := range list {
			require.Equal(t, Sum(record), sums[i], i)
		}
	})
}

// A record that is longer is an error of the call, which says which it is and what to do.
func TestTooLong(t *testing.T) {
	_, err := SumBatch(context.Background(), [][]byte{nil, make([]byte, 65)})
	require.EqualError(t, err,
		"SumBatch: record[1] has 65 elements; the wrapper is for at most 64 (generate it with a larger -cap record=…)")
}
