package simd

import (
	"math/bits"
	"unsafe"
)

// Clusters are rows of lanes for several variables at once: what a lane has of
// all of them in one row lies together, in a line of Slots numbers of 8 bytes.
//
//	[word of 64 lanes][row][64 lanes][Slots]
//
// A lane that goes up or down by a row then touches one cache line instead of
// one for each variable, and finds its row once. Numbers of neighbouring lanes
// change places with their lines by a transposition in registers.
type Clusters struct {
	Rows
	Slots int // 4 or 8
}

// StoreClusters stores the numbers of each lane in the mask into the lane's own
// row, in the order of src, which has 2 to Slots variables:
//
//	if mask has i { clusters[index[i]-below][i][k] = src[k][i] }
//
// In lanes outside the mask the same place may get junk, if it is in range: it
// must be free in every lane. So may slots without a source.
func StoreClusters(f *Clusters, index []int32, below int, src []unsafe.Pointer, mask []uint64) {
	a := newClusterArgs(f, index, below, src, mask)
	for w := 0; w < len(mask); w++ {
		if w += storeClusters(&a, w); w < len(mask) {
			storeClustersGo(&a, w, w+1)
		}
	}
}

// LoadClusters takes the numbers of 2 to Slots variables out of the own row of each
// lane in the mask:
//
//	if mask has i { dst[k][i] = clusters[index[i]-below][i][k] }
//
// Other lanes of dst are left alone.
func LoadClusters(dst []unsafe.Pointer, f *Clusters, index []int32, below int, mask []uint64) {
	a := newClusterArgs(f, index, below, dst, mask)
	for w := 0; w < len(mask); w++ {
		if w += loadClusters(&a, w); w < len(mask) {
			loadClustersGo(&a, w, w+1)
		}
	}
}

const clusterSlots = 8

// clusterArgs are the operands of the functions above. Machine code knows the
// offsets of the fields.
type clusterArgs struct {
	Rows
	index   *int32
	below   int
	mask    *uint64
	words   int
	members int
	slots   int
	bufs    [clusterSlots]unsafe.Pointer // the last one again for slots without a variable
}

func newClusterArgs(f *Clusters, index []int32, below int, bufs []unsafe.Pointer, mask []uint64) clusterArgs {
	a := clusterArgs{
		Rows: f.Rows, index: unsafe.SliceData(index), below: below,
		mask: unsafe.SliceData(mask), words: len(mask), members: len(bufs), slots: f.Slots,
	}
	for k := range a.bufs {
		a.bufs[k] = bufs[min(k, len(bufs)-1)]
	}
	return a
}

// line returns the place of lane i of word w, if its row is in range.
func (a *clusterArgs) line(w, i int) unsafe.Pointer {
	d := int(ld[int32](unsafe.Pointer(a.index), w<<6+i)) - a.below
	if uint(d) > uint(a.Last) {
		return nil
	}
	return unsafe.Add(a.Base, w*a.WordBytes+(d<<6+i)*a.slots*8)
}

// storeClustersGo does the words from a first one up to another.
func storeClustersGo(a *clusterArgs, from, to int) {
	for w := from; w < to; w++ {
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			if p := a.line(w, i); p != nil {
				for k, buf := range a.bufs[:a.members] {
					st(p, k, ld[uint64](buf, w<<6+i))
				}
			}
		}
	}
}

// loadClustersGo does the words from a first one up to another.
func loadClustersGo(a *clusterArgs, from, to int) {
	for w := from; w < to; w++ {
		for m := ld[uint64](unsafe.Pointer(a.mask), w); m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m)
			if p := a.line(w, i); p != nil {
				for k, buf := range a.bufs[:a.members] {
					st(buf, w<<6+i, ld[uint64](p, k))
				}
			}
		}
	}
}
