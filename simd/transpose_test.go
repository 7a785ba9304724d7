package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestTranspose moves events in and out again, between guards on the side of
// the events, which are a caller's slice of just their length.
func TestTranspose(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(51, 52))
		sizes := []int{256, 259, 512}
		for n := range 20 {
			sizes = append(sizes, 1+n)
		}
		for _, typ := range []string{"u32", "u64"} {
			for _, elems := range sizes {
				for words := range 4 {
					mask := make([]uint64, words)
					n := 0
					for w := range mask {
						mask[w] = [...]uint64{0, ^uint64(0), ^uint64(0), rng.Uint64()}[rng.IntN(4)]
						n += PopCount(mask[w : w+1])
					}
					testTranspose(t, rng, typ, elems, mask, n)
				}
			}
		}
	})
}

func testTranspose(t *testing.T, rng *rand.Rand, typ string, elems int, mask []uint64, n int) {
	size, lanes := sizeOf(typ), 64*len(mask)
	rows := newBuffer(typ, lanes*elems, 1)
	want := make([]uint64, rows.cap)
	for i := range want {
		rows.set(i, rng.Uint64())
		want[i] = rows.get(i)
	}
	in, out := make([]byte, n*elems*size), make([]byte, n*elems*size+16)
	for i := range in {
		in[i] = byte(rng.Uint32())
	}
	number := func(k int) uint64 {
		if size == 4 {
			return uint64(ld[uint32](unsafe.Pointer(&in[0]), k))
		}
		return ld[uint64](unsafe.Pointer(&in[0]), k)
	}
	j := 0
	for i := range lanes {
		if mask[i>>6]>>(i&63)&1 != 0 {
			for e := range elems {
				want[e*lanes+i] = number(j*elems + e)
			}
			j++
		}
	}
	TransposeIn(rows.ptr(), lanes*size, unsafe.Pointer(unsafe.SliceData(in)), elems, size, mask)
	for i := range want {
		if got := rows.get(i); got != want[i] {
			t.Fatalf("%s of %d elements, place %d: %d, want %d", typ, elems, i, got, want[i])
		}
	}
	require.True(t, rows.guarded())
	TransposeOut(unsafe.Pointer(&out[8]), rows.ptr(), lanes*size, elems, size, mask)
	require.Equal(t, in, out[8:8+len(in)])
	require.Zero(t, *(*uint64)(unsafe.Pointer(&out[0])), "wrote before the events")
	require.Zero(t, *(*uint64)(unsafe.Pointer(&out[8+len(in)])), "wrote beyond the events")
}

func BenchmarkTranspose(b *testing.B) {
	const lanes = 512
	mask := make([]uint64, lanes/64)
	for w := range mask {
		mask[w] = ^uint64(0)
	}
	for _, typ := range []string{"u32", "u64"} {
		for _, elems := range []int{1, 2, 3, 4, 8, 16} {
			rows, events := newBuffer(typ, lanes*elems, 1), newBuffer(typ, lanes*elems, 1)
			size := sizeOf(typ)
			b.Run(fmt.Sprintf("%s/elements=%d", typ, elems), func(b *testing.B) {
				benchLevels(b, func(b *testing.B) {
					for b.Loop() {
						TransposeIn(rows.ptr(), lanes*size, events.ptr(), elems, size, mask)
						TransposeOut(events.ptr(), rows.ptr(), lanes*size, elems, size, mask)
					}
					perLane(b, 2*lanes*elems)
				})
			})
		}
	}
}
