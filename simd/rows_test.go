package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// rowsCase is rows of lanes with an index in every lane, and a mask.
type rowsCase struct {
	typ         string
	words, rows int
	store       *buffer // [word][row][64 lanes]
	index       []int32
	mask        []uint64
	in          func(i int) bool
}

// eachRows runs f over types, lengths and the ways in which the indices of a
// word may lie: all equal, equal in the mask, different, few lanes, none.
func eachRows(t *testing.T, f func(t *testing.T, c rowsCase, rng *rand.Rand)) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 22))
		for _, typ := range []string{"u8", "u32", "u64"} {
			for words := range 4 {
				for range 40 {
					const rows = 6
					c := rowsCase{typ: typ, words: words, rows: rows, mask: make([]uint64, words),
						index: make([]int32, 64*words)}
					c.store = newBuffer("u64", words*rows*64, 1)
					for i := range c.store.cap {
						c.store.set(i, rng.Uint64())
					}
					for w := range words {
						c.mask[w] = [...]uint64{0, ^uint64(0), rng.Uint64(),
							rng.Uint64() & rng.Uint64() & rng.Uint64() & rng.Uint64(), 0xffff_0000,
							1 << rng.IntN(64)}[rng.IntN(6)]
						same, how := rng.Int32N(rows), rng.IntN(3)
						for i := range 64 {
							k := same
							if how == 2 || how == 1 && c.mask[w]>>i&1 == 0 {
								k = rng.Int32N(rows)
							}
							c.index[64*w+i] = k
						}
					}
					c.in = func(i int) bool { return c.mask[i>>6]>>(i&63)&1 != 0 }
					f(t, c, rng)
				}
			}
		}
	})
}

func (c *rowsCase) size() int {
	return map[string]int{"u8": 1, "u32": 4, "u64": 8}[c.typ]
}

func (c *rowsCase) layout() *Rows {
	return &Rows{Base: c.store.ptr(), WordBytes: c.rows * 64 * c.size(), Last: c.rows - 1}
}

// at returns the number of lane i in its row k.
func (c *rowsCase) at(k, i int) uint64 {
	n := (i>>6*c.rows+k)*64 + i&63
	switch c.size() {
	case 1:
		return uint64(ld[uint8](c.store.ptr(), n))
	case 4:
		return uint64(ld[uint32](c.store.ptr(), n))
	}
	return ld[uint64](c.store.ptr(), n)
}

// bufferType is the type of the lanes' numbers outside the rows.
func (c *rowsCase) bufferType() string {
	if c.typ == "u8" {
		return "bool"
	}
	return c.typ
}

// saved returns what a row holds for the value v of a buffer.
func (c *rowsCase) saved(v uint64) uint64 {
	if c.typ == "u8" && v != 0 {
		return 0xff
	}
	return v
}

func TestStoreRows(t *testing.T) {
	eachRows(t, func(t *testing.T, c rowsCase, rng *rand.Rand) {
		stride, below := rng.IntN(2), rng.IntN(2)
		src := newBuffer(c.bufferType(), 64*c.words, stride)
		for i := range src.cap {
			src.set(i, rng.Uint64())
		}
		before := make([]uint64, c.rows*64*c.words)
		for i := range 64 * c.words {
			for k := range c.rows {
				before[i*c.rows+k] = c.at(k, i)
			}
		}
		for i := range c.index {
			c.index[i] += int32(below)
		}
		if c.typ == "u8" {
			StoreRowsBits(c.layout(), c.index, below, src.ptr(), stride, c.mask)
		} else {
			StoreRows(c.layout(), c.index, below, src.ptr(), stride, c.mask, c.size())
		}
		for i := range 64 * c.words {
			for k := range c.rows {
				switch own := int(c.index[i])-below == k; {
				case own && c.in(i):
					require.Equal(t, c.saved(src.get(i*stride)), c.at(k, i), "lane %d row %d", i, k)
				case !own:
					require.Equal(t, before[i*c.rows+k], c.at(k, i), "lane %d row %d", i, k)
				}
			}
		}
		require.True(t, c.store.guarded())
	})
}

func TestLoadRows(t *testing.T) {
	eachRows(t, func(t *testing.T, c rowsCase, rng *rand.Rand) {
		dst, below := newBuffer(c.bufferType(), 64*c.words, 1), rng.IntN(3)
		want := make([]uint64, dst.cap)
		for i := range want {
			dst.set(i, rng.Uint64())
			want[i] = dst.get(i)
		}
		for i := range 64 * c.words {
			if c.in(i) {
				want[i] = c.at(int(c.index[i]), i)
				if c.typ == "u8" {
					want[i] &= 1
					if want[i] != 0 { // junk that is not a bool
						want[i] = 1
					}
				}
			}
		}
		for i := range c.index {
			c.index[i] += int32(below)
		}
		if c.typ == "u8" {
			for i := range 8 * c.rows * 64 * c.words {
				p := unsafe.Add(c.store.ptr(), i)
				*(*uint8)(p) = -(*(*uint8)(p) & 1)
			}
			LoadRowsBits(dst.ptr(), c.layout(), c.index, below, c.mask)
		} else {
			LoadRows(dst.ptr(), c.layout(), c.index, below, c.mask, c.size())
		}
		for i := range want {
			require.Equal(t, want[i], dst.get(i), "lane %d", i)
		}
		require.True(t, dst.guarded())
	})
}

// TestRowsOutOfRange shows that a lane whose index is out of range is left
// alone, and does not keep the others from being moved.
func TestRowsOutOfRange(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const rows = 3
		for _, size := range []int{1, 4, 8} {
			for _, mask := range []uint64{^uint64(0), 0x2000_0041, 0xffff_0f0f_0000_ff00} {
				for below := range 2 {
					store := newBuffer("u64", rows*64, 1)
					for i := range store.cap {
						store.set(i, 0)
					}
					index := make([]int32, 64)
					for i := range index {
						index[i] = [...]int32{-1, 0, 1, 2, 3, math.MaxInt32, math.MinInt32 + 1}[i%7]
					}
					in := func(i int) bool {
						k := int(index[i]) - below
						return mask>>i&1 != 0 && k >= 0 && k < rows
					}
					r := &Rows{Base: store.ptr(), WordBytes: rows * 64 * size, Last: rows - 1}
					typ := map[int]string{1: "bool", 4: "u32", 8: "u64"}[size]
					src, dst := newBuffer(typ, 64, 1), newBuffer(typ, 64, 1)
					for i := range 64 {
						src.set(i, uint64(2*i+1))
						dst.set(i, 0)
					}
					if size == 1 {
						StoreRowsBits(r, index, below, src.ptr(), 1, []uint64{mask})
						LoadRowsBits(dst.ptr(), r, index, below, []uint64{mask})
					} else {
						StoreRows(r, index, below, src.ptr(), 1, []uint64{mask}, size)
						LoadRows(dst.ptr(), r, index, below, []uint64{mask}, size)
					}
					for i := range 64 {
						want := uint64(0)
						if in(i) {
							want = src.get(i)
						}
						require.Equal(t, want, dst.get(i), "size %d lane %d", size, i)
					}
					require.True(t, store.guarded() && dst.guarded())
				}
			}
		}
	})
}

func TestAddLanes(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(23, 24))
		for n := range maxLanes + 1 {
			x, mask := make([]int32, Words(n)*64), make([]uint64, Words(n))
			want := make([]int32, len(x))
			by := rng.IntN(20) - 10
			least, greatest := math.MaxInt32, math.MinInt32
			for i := range x {
				x[i] = rng.Int32() >> rng.IntN(31)
				want[i] = x[i]
				if i < n && rng.IntN(3) == 0 {
					mask[i>>6] |= 1 << (i & 63)
					want[i] += int32(by)
					least, greatest = min(least, int(want[i])), max(greatest, int(want[i]))
				}
			}
			lo, hi := AddLanes(x, by, mask)
			require.Equal(t, want, x)
			require.Equal(t, least, lo)
			require.Equal(t, greatest, hi)
		}
	})
}

func TestEqualLanes(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(25, 26))
		for n := range maxLanes + 1 {
			x, mask, want := make([]int32, Words(n)*64), make([]uint64, Words(n)), make([]uint64, Words(n))
			for i := range x {
				x[i] = rng.Int32N(3) - 1
				if i < n && rng.IntN(2) == 0 {
					mask[i>>6] |= 1 << (i & 63)
					if x[i] == -1 {
						want[i>>6] |= 1 << (i & 63)
					}
				}
			}
			require.Equal(t, AnyNonZero(want), EqualLanes(mask, x, -1, mask))
			require.Equal(t, want, mask)
		}
	})
}

// BenchmarkRows measures a store and a load of a row, and the change of the
// index, for lanes whose indices are equal, differ, or are few.
func BenchmarkRows(b *testing.B) {
	const lanes, rows = 512, 33
	rng := rand.New(rand.NewPCG(27, 28))
	for _, size := range []int{1, 4, 8} {
		for _, spread := range []int32{1, 24} {
			for _, density := range []int{2, 20, 50, 100} {
				store, buf := newBuffer("u64", lanes*rows, 1), newBuffer("u64", lanes, 1)
				r := &Rows{Base: store.ptr(), WordBytes: 64 * size * rows, Last: rows - 1}
				index, mask := make([]int32, lanes), make([]uint64, lanes/64)
				n := 0
				for i := range index {
					index[i] = rng.Int32N(spread)
					if rng.IntN(100) < density {
						mask[i>>6] |= 1 << (i & 63)
						n++
					}
				}
				b.Run(fmt.Sprintf("bytes=%d/spread=%d/density=%d", size, spread, density), func(b *testing.B) {
					benchLevels(b, func(b *testing.B) {
						for b.Loop() {
							if size == 1 {
								StoreRowsBits(r, index, 0, buf.ptr(), 1, mask)
								AddLanes(index, 1, mask)
								AddLanes(index, -1, mask)
								LoadRowsBits(buf.ptr(), r, index, 0, mask)
								continue
							}
							StoreRows(r, index, 0, buf.ptr(), 1, mask, size)
							AddLanes(index, 1, mask)
							AddLanes(index, -1, mask)
							LoadRows(buf.ptr(), r, index, 0, mask, size)
						}
						perLane(b, 2*n)
					})
				})
			}
		}
	}
}
