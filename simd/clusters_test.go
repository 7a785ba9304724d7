package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestClusters stores and loads the numbers of two to eight variables and compares
// every lane with the definition. Some words have a lane out of range, below or
// above; some lanes of the mask are.
func TestClusters(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for members := 2; members <= clusterSlots; members++ {
			for _, words := range []int{0, 1, 2, 5} {
				t.Run(fmt.Sprintf("members=%d/words=%d", members, words), func(t *testing.T) {
					testClusters(t, members, words, rand.New(rand.NewPCG(uint64(members), uint64(words))))
				})
			}
		}
	})
}

func testClusters(t *testing.T, members, words int, rng *rand.Rand) {
	const rows = 6
	lanes, slots := 64*words, 4
	if members > 4 {
		slots = 8
	}
	for range 30 {
		lines := newBuffer("u64", rows*lanes*slots, 1)
		f := &Clusters{Rows: Rows{Base: lines.ptr(), WordBytes: rows * 64 * slots * 8, Last: rows - 1}, Slots: slots}
		index, mask, below := make([]int32, lanes), make([]uint64, words), rng.IntN(4)
		for w := range words {
			mask[w] = [...]uint64{0, ^uint64(0), rng.Uint64(), rng.Uint64() & rng.Uint64() & rng.Uint64(),
				1 << rng.IntN(64)}[rng.IntN(5)]
			outside := rng.IntN(4) == 0
			for i := range 64 {
				index[64*w+i] = int32(below + rng.IntN(rows))
				if outside && rng.IntN(5) == 0 {
					index[64*w+i] = int32(below + [...]int{-1, -4, rows, rows + 1000}[rng.IntN(4)])
				}
			}
		}
		at := func(i, k int) *uint64 {
			d := int(index[i]) - below
			if mask[i>>6]>>(i&63)&1 == 0 || d < 0 || d >= rows {
				return nil
			}
			return (*uint64)(unsafe.Add(lines.ptr(), 8*(((i>>6*rows+d)*64+i&63)*slots+k)))
		}
		bufs, ptrs := make([]*buffer, members), make([]unsafe.Pointer, members)
		for k := range bufs {
			bufs[k] = newBuffer("u64", lanes, 1)
			for i := range lanes {
				bufs[k].set(i, rng.Uint64())
			}
			ptrs[k] = bufs[k].ptr()
		}
		StoreClusters(f, index, below, ptrs, mask)
		for k := range bufs {
			for i := range lanes {
				if p := at(i, k); p != nil {
					require.Equal(t, bufs[k].get(i), *p, "stored: lane %d, variable %d", i, k)
				}
			}
		}
		want := make([][]uint64, members)
		for k := range bufs {
			want[k] = make([]uint64, lanes)
			for i := range lanes {
				bufs[k].set(i, rng.Uint64())
				want[k][i] = bufs[k].get(i)
				if p := at(i, k); p != nil {
					want[k][i] = *p
				}
			}
		}
		LoadClusters(ptrs, f, index, below, mask)
		require.True(t, lines.guarded())
		for k := range bufs {
			require.True(t, bufs[k].guarded())
			for i := range lanes {
				require.Equal(t, want[k][i], bufs[k].get(i), "loaded: lane %d, variable %d", i, k)
			}
		}
	}
}
