package simd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func TestPack(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		if c.stride == 0 {
			return // only vectors are packed
		}
		dsts := []*buffer{c.dst}
		if c.n%2 == 0 {
			dsts = append(dsts, c.src) // in place
		}
		var want []uint64
		for _, l := range LaneList(c.mask, nil) {
			want = append(want, c.src.get(int(l)))
		}
		for _, dst := range dsts {
			if c.bits() {
				PackBits(dst.ptr(), c.src.ptr(), c.mask)
			} else {
				Pack(dst.ptr(), c.src.ptr(), c.mask, c.size)
			}
			for j, v := range want {
				require.Equal(t, v, dst.get(j), "n=%d position %d", c.n, j)
			}
			require.True(t, c.n == 0 || dst.guarded(), "n=%d", c.n)
		}
	})
}

func TestUnpack(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		want := c.before
		for j, l := range LaneList(c.mask, nil) {
			want[l] = c.src.get(j)
		}
		if c.bits() {
			UnpackBits(c.dst.ptr(), c.src.ptr(), c.stride, c.mask)
		} else {
			Unpack(c.dst.ptr(), c.src.ptr(), c.stride, c.mask, c.size)
		}
		for i := range want {
			require.Equal(t, want[i], c.dst.get(i), "n=%d lane %d", c.n, i)
		}
	})
}

// TestPackUnaligned has buffers that begin between the units of a vector.
func TestPackUnaligned(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 32))
		for offset := range 8 {
			buf := make([]uint64, 64+2*offset+8)
			for i := range buf {
				buf[i] = poison
			}
			src := make([]uint64, 64+offset)
			for i := range src {
				src[i] = rng.Uint64()
			}
			mask := []uint64{rng.Uint64()}
			Pack(unsafe.Pointer(&buf[offset]), unsafe.Pointer(&src[offset]), mask, 8)
			spread := make([]uint64, 64+offset)
			Unpack(unsafe.Pointer(&spread[offset]), unsafe.Pointer(&buf[offset]), 1, mask, 8)
			MaskedMove(unsafe.Pointer(&src[offset]), unsafe.Pointer(&spread[offset]), 1, mask, 8, 64) // the same again
			for i := range 64 {
				want := uint64(0)
				if mask[0]>>i&1 != 0 {
					want = src[offset+i]
				}
				require.Equal(t, want, spread[offset+i])
			}
			for i, v := range buf {
				if i < offset || i >= offset+64 {
					require.EqualValues(t, uint64(poison), v)
				}
			}
		}
	})
}

func TestLaneList(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 34))
		for words := range 5 {
			for range 50 {
				mask := make([]uint64, words)
				var want []int32
				for w := range mask {
					mask[w] = [...]uint64{0, ^uint64(0), rng.Uint64(), 1 << rng.IntN(64)}[rng.IntN(4)]
				}
				for i := range int32(64 * words) {
					if mask[i>>6]>>(i&63)&1 != 0 {
						want = append(want, i)
					}
				}
				room := make([]int32, 0, 64*words+rng.IntN(3))
				require.True(t, slices.Equal(want, LaneList(mask, room)))
				require.True(t, slices.Equal(append([]int32{-1}, want...), LaneList(mask, []int32{-1})), "it appends")
			}
		}
	})
}

// BenchmarkMoves measures the moves of numbers of 8 bytes by bitmaps of
// different densities; the time is that of one lane of the gang, in the bitmap
// or not.
func BenchmarkMoves(b *testing.B) {
	const lanes = 512
	dst, src, uniform := newBuffer("u64", lanes, 1), newBuffer("u64", lanes, 1), newBuffer("u64", 1, 0)
	rng := rand.New(rand.NewPCG(35, 36))
	for _, percent := range []int{5, 50, 100} {
		mask := make([]uint64, lanes/64)
		for i := range lanes {
			if rng.IntN(100) < percent {
				mask[i>>6] |= 1 << (i & 63)
			}
		}
		list := LaneList(mask, make([]int32, 0, lanes))
		for _, row := range []struct {
			name string
			run  func()
		}{
			{"MaskedMove", func() { MaskedMove(dst.ptr(), src.ptr(), 1, mask, 8, lanes) }},
			{"MaskedMove4", func() { MaskedMove(dst.ptr(), src.ptr(), 1, mask, 4, lanes) }},
			{"MaskedMoveUniform", func() { MaskedMove(dst.ptr(), uniform.ptr(), 0, mask, 8, lanes) }},
			{"MaskedMoveBits", func() { MaskedMoveBits(dst.ptr(), src.ptr(), 1, mask) }},
			{"Copy", func() { Copy(dst.ptr(), src.ptr(), 1, 8, lanes) }},
			{"CopyUniform", func() { Copy(dst.ptr(), uniform.ptr(), 0, 8, lanes) }},
			{"Pack", func() { Pack(dst.ptr(), src.ptr(), mask, 8) }},
			{"Pack4", func() { Pack(dst.ptr(), src.ptr(), mask, 4) }},
			{"PackBits", func() { PackBits(dst.ptr(), src.ptr(), mask) }},
			{"Unpack", func() { Unpack(dst.ptr(), src.ptr(), 1, mask, 8) }},
			{"Unpack4", func() { Unpack(dst.ptr(), src.ptr(), 1, mask, 4) }},
			{"UnpackBits", func() { UnpackBits(dst.ptr(), src.ptr(), 1, mask) }},
			{"LaneList", func() { list = LaneList(mask, list[:0]) }},
			{"PopCount", func() { PopCount(mask) }},
		} {
			b.Run(fmt.Sprintf("%s/%d%%", row.name, percent), func(b *testing.B) {
				benchLevels(b, func(b *testing.B) {
					for b.Loop() {
						row.run()
					}
					perLane(b, lanes)
				})
			})
		}
	}
}
