package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestFlatIndexRandom compares groups and rests of lanes with the definition.
func TestFlatIndexRandom(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(15, 16))
		for n := range maxLanes + 1 {
			for stride := range 2 {
				for _, dim := range []int64{1, 3, 1000, 1<<32 + 5, 1<<62 + 1} {
					index, idx, fault := make([]int64, n), newBuffer("i64", n, stride), make([]uint64, Words(n))
					want, wantFault := make([]int64, n), make([]uint64, Words(n))
					for i := range idx.cap {
						idx.set(i,
							[...]uint64{0, uint64(dim - 1), uint64(dim), ^uint64(0), rng.Uint64N(uint64(dim)),
								rng.Uint64()}[rng.IntN(6)])
					}
					for i := range index {
						index[i] = rng.Int64()
						x := int64(idx.get(i))
						if x < 0 || x >= dim {
							wantFault[i>>6] |= 1 << (i & 63)
							x = 0
						}
						want[i] = index[i]*dim + x
					}
					FlatIndex(index, idx.ptr(), stride, dim, fault)
					require.Equal(t, want, index)
					require.Equal(t, wantFault, fault)
				}
			}
		}
	})
}

// TestFlatIndex walks a 3×5 array with indices in and out of range.
func TestFlatIndex(t *testing.T) {
	rows := []int64{0, 2, 1, -1, 3, 2, -1 << 63}
	cols := []int64{4, 0, 3, 2, 1, 5, 1<<63 - 1}
	index, fault := make([]int64, len(rows)), make([]uint64, 1)
	FlatIndex(index, unsafe.Pointer(&rows[0]), 1, 3, fault)
	FlatIndex(index, unsafe.Pointer(&cols[0]), 1, 5, fault)
	require.Equal(t, []int64{4, 10, 8, 2, 1, 10, 0}, index)
	require.Equal(t, uint64(0b1111000), fault[0])

	clear(index)
	fault[0] = 1 // faults are added to those there are
	FlatIndex(index, unsafe.Pointer(&cols[2]), 0, 5, fault)
	require.Equal(t, []int64{3, 3, 3, 3, 3, 3, 3}, index)
	require.Equal(t, uint64(1), fault[0])
}

// storage is [element][lane] storage of one type, between guards.
type storage struct {
	*buffer
	lanes int // a multiple of 64
}

func newStorage(rng *rand.Rand, typ string, elems, lanes int) storage {
	s := storage{newBuffer(typ, elems*lanes, 1), lanes}
	for i := range s.cap {
		s.set(i, rng.Uint64())
	}
	return s
}

func (s storage) rowBytes() int {
	if s.typ == "bool" {
		return s.lanes / 8
	}
	return s.lanes * sizeOf(s.typ)
}

// TestGatherLanes and TestScatterLanes use runs over all lanes (list nil) and
// packed runs over some of them.
func TestGatherLanes(t *testing.T) {
	eachElementAccess(t,
		func(t *testing.T, typ string, n, stride int, store storage, index []int64, list []int32, _ []uint64,
			_ *buffer) {
			dst := newBuffer(typ, n, 1)
			if typ == "bool" {
				GatherLanesBits(dst.ptr(), store.ptr(), store.rowBytes(), stride, index, list)
			} else {
				GatherLanes(dst.ptr(), store.ptr(), sizeOf(typ), store.rowBytes(), stride, index, list)
			}
			for i, e := range index {
				require.Equal(t, store.get(int(e)*store.lanes+lane(list, i)*stride), dst.get(i), "n=%d lane %d", n, i)
			}
			require.True(t, dst.guarded())
		})
}

func TestScatterLanes(t *testing.T) {
	eachElementAccess(t,
		func(t *testing.T, typ string, n, stride int, store storage, index []int64, list []int32, mask []uint64,
			src *buffer) {
			want := make([]uint64, store.cap)
			for i := range want {
				want[i] = store.get(i)
			}
			for i, e := range index {
				if mask[i>>6]>>(i&63)&1 != 0 {
					want[int(e)*store.lanes+lane(list, i)] = src.get(i)
				}
			}
			if typ == "bool" {
				ScatterLanesBits(store.ptr(), store.rowBytes(), src.ptr(), stride, index, list, mask)
			} else {
				ScatterLanes(store.ptr(), sizeOf(typ), store.rowBytes(), src.ptr(), stride, index, list, mask)
			}
			for i := range want {
				require.Equal(t, want[i], store.get(i), "n=%d element %d", n, i)
			}
			require.True(t, store.guarded())
		})
}

func eachElementAccess(t *testing.T, f func(t *testing.T, typ string, n, stride int, store storage, index []int64,
	list []int32, mask []uint64, src *buffer)) {
	eachLevel(t, func(t *testing.T) { eachElementAccessOf(t, f) })
}

func eachElementAccessOf(t *testing.T, f func(t *testing.T, typ string, n, stride int, store storage, index []int64,
	list []int32, mask []uint64, src *buffer)) {
	const elems = 5
	rng := rand.New(rand.NewPCG(11, 12))
	for _, typ := range moveTypes {
		for n := 1; n <= maxLanes; n += 1 + rng.IntN(5) {
			for stride := range 2 {
				for _, packed := range []bool{false, true} {
					var list []int32
					lanes := (n + 63) &^ 63
					if packed {
						lanes *= 2
						for i := range n {
							list = append(list, int32(2*i))
						}
					}
					if packed && stride == 0 {
						continue // a uniform has no lanes to pack
					}
					index, mask := make([]int64, n), make([]uint64, Words(n))
					src := newBuffer(typ, n, stride)
					for i := range n {
						index[i] = rng.Int64N(elems)
						mask[i>>6] |= max(uint64(rng.IntN(2)), uint64(n&1)) << (i & 63) // all, at odd lengths
						src.set(i*stride, rng.Uint64())
					}
					f(t, typ, n, stride, newStorage(rng, typ, elems, lanes), index, list, mask, src)
				}
			}
		}
	}
}

// TestGatherTable takes every third element of shared tables, some of them small
// enough to be permuted.
func TestGatherTable(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const stride = 3
		rng := rand.New(rand.NewPCG(13, 14))
		for _, typ := range moveTypes {
			for _, elems := range []int{1, 7, 16, 17, 32, 33, 100} {
				for n := 1; n <= maxLanes; n += 1 + rng.IntN(20) {
					testGatherTable(t, rng, typ, stride, elems, n)
				}
			}
		}
	})
}

func testGatherTable(t *testing.T, rng *rand.Rand, typ string, stride, elems, n int) {
	table := newBuffer("u64", stride*elems, 1)
	for i := range table.words[guard : len(table.words)-guard] {
		table.words[guard+i] = rng.Uint64() & 0x01_00_01_01_00_00_01_00 // bytes are bools
	}
	index := make([]int64, n)
	for i := range index {
		index[i] = rng.Int64N(int64(elems))
	}
	dst := newBuffer(typ, n, 1)
	if typ == "bool" {
		GatherTableBits(dst.ptr(), table.ptr(), stride, index)
	} else {
		GatherTable(dst.ptr(), table.ptr(), sizeOf(typ), stride, elems, index)
	}
	for i, e := range index {
		var want uint64
		switch k := int(e) * stride; typ {
		case "bool":
			want = uint64(ld[uint8](table.ptr(), k))
		case "u32":
			want = uint64(ld[uint32](table.ptr(), k))
		default:
			want = ld[uint64](table.ptr(), k)
		}
		require.Equal(t, want, dst.get(i), "%s of %d, n=%d lane %d", typ, elems, n, i)
	}
	require.True(t, dst.guarded())
}

// BenchmarkElements measures access to one of the elements of an array.
func BenchmarkElements(b *testing.B) {
	const lanes = 512
	rng := rand.New(rand.NewPCG(17, 18))
	for _, elems := range []int{8, 64} {
		store, dst := newBuffer("u64", lanes*elems, 1), newBuffer("u64", lanes, 1)
		index, flat, fault, mask := make([]int64, lanes), make([]int64, lanes), make([]uint64, lanes/64),
			make([]uint64, lanes/64)
		for i := range index {
			index[i] = rng.Int64N(int64(elems))
			mask[i>>6] |= uint64(rng.IntN(2)) << (i & 63)
		}
		for _, row := range []struct {
			name string
			run  func()
		}{
			{"FlatIndex", func() { FlatIndex(flat, unsafe.Pointer(&index[0]), 1, int64(elems), fault) }},
			{"GatherTable8", func() { GatherTable(dst.ptr(), store.ptr(), 8, 1, elems, index) }},
			{"GatherTable4", func() { GatherTable(dst.ptr(), store.ptr(), 4, 1, elems, index) }},
			{"GatherLanes", func() { GatherLanes(dst.ptr(), store.ptr(), 8, 8*lanes, 1, index, nil) }},
			{"ScatterLanes", func() { ScatterLanes(store.ptr(), 8, 8*lanes, dst.ptr(), 1, index, nil, mask) }},
		} {
			b.Run(fmt.Sprintf("%s/elements=%d", row.name, elems), func(b *testing.B) {
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
