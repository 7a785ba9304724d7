package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// moveTypes has a type of every width that moves know.
var moveTypes = []string{"bool", "u32", "u64"}

// eachMove runs f under every implementation for every width, size and stride,
// with buffers of random lanes and a random bitmap of lanes below n.
func eachMove(t *testing.T, f func(t *testing.T, c moveCase)) {
	eachLevel(t, func(t *testing.T) { eachMoveOf(t, f) })
}

func eachMoveOf(t *testing.T, f func(t *testing.T, c moveCase)) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, typ := range moveTypes {
		for stride := range 2 {
			t.Run(fmt.Sprintf("%s/stride=%d", typ, stride), func(t *testing.T) {
				for n := range maxLanes + 1 {
					c := moveCase{typ: typ, n: n, stride: stride, size: sizeOf(typ), dst: newBuffer(typ, n, 1),
						src: newBuffer(typ, n, stride)}
					for i := range c.dst.cap {
						c.dst.set(i, rng.Uint64())
						c.src.set(i*stride, rng.Uint64())
					}
					c.src.set(0, rng.Uint64()) // a uniform has an element even if there is no lane
					c.mask = make([]uint64, Words(n))
					for i := range n {
						// Some sizes have full words, some empty ones.
						if n%3 == 0 || n%3 == 1 && rng.IntN(2) == 0 || n%3 == 2 && i>>6&1 == 1 {
							c.mask[i>>6] |= 1 << (i & 63)
						}
					}
					c.before = make([]uint64, c.dst.cap)
					for i := range c.before {
						c.before[i] = c.dst.get(i)
					}
					f(t, c)
					require.True(t, c.dst.guarded(), "n=%d: wrote beyond the destination", n)
				}
			})
		}
	}
}

type moveCase struct {
	typ             string
	n, stride, size int
	dst, src        *buffer
	mask            []uint64
	before          []uint64 // dst's lanes
}

func (c moveCase) has(i int) bool { return c.mask[i>>6]>>(i&63)&1 != 0 }

func (c moveCase) bits() bool { return c.typ == "bool" }

func TestMaskedMove(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		if c.bits() {
			MaskedMoveBits(c.dst.ptr(), c.src.ptr(), c.stride, c.mask)
		} else {
			MaskedMove(c.dst.ptr(), c.src.ptr(), c.stride, c.mask, c.size, c.n)
		}
		for i, want := range c.before {
			if i < c.n && c.has(i) {
				want = c.src.get(i)
			}
			require.Equal(t, want, c.dst.get(i), "n=%d lane %d", c.n, i)
		}
	})
}

func TestCopy(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		if c.bits() {
			CopyBits(c.dst.ptr(), c.src.ptr(), c.stride, c.n)
		} else {
			Copy(c.dst.ptr(), c.src.ptr(), c.stride, c.size, c.n)
		}
		for i := range c.n {
			require.Equal(t, c.src.get(i), c.dst.get(i), "n=%d lane %d", c.n, i)
		}
	})
}

func TestCompress(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		if c.stride == 0 || c.bits() {
			return // only vectors of numbers are compressed by a list
		}
		lanes := LaneList(c.mask, nil)
		Compress(c.dst.ptr(), c.src.ptr(), lanes, c.size)
		for j, l := range lanes {
			require.Equal(t, c.src.get(int(l)), c.dst.get(j), "n=%d lane %d", c.n, l)
		}
	})
}

func TestExpand(t *testing.T) {
	eachMove(t, func(t *testing.T, c moveCase) {
		if c.bits() {
			return
		}
		lanes := LaneList(c.mask, nil)
		Expand(c.dst.ptr(), c.src.ptr(), c.stride, lanes, c.size)
		want := c.before
		for j, l := range lanes {
			want[l] = c.src.get(j)
		}
		for i := range want {
			require.Equal(t, want[i], c.dst.get(i), "n=%d lane %d", c.n, i)
		}
	})
}

// TestBitmaps compares the bitmap functions with sets of lanes.
func TestBitmaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for n := range maxLanes + 1 {
		x, y := make([]uint64, Words(n)), make([]uint64, Words(n))
		inX, inY := map[int]bool{}, map[int]bool{}
		for i := range n {
			if rng.IntN(2) == 0 {
				x[i>>6] |= 1 << (i & 63)
				inX[i] = true
			}
			if rng.IntN(2) == 0 {
				y[i>>6] |= 1 << (i & 63)
				inY[i] = true
			}
		}
		require.Equal(t, len(inX), PopCount(x))
		require.Equal(t, len(inX) > 0, AnyNonZero(x))
		list := LaneList(x, []int32{-1})
		require.Len(t, list, 1+len(inX), "LaneList appends")
		require.IsIncreasing(t, append([]int32{-2}, list...))
		or, andNot := make([]uint64, len(x)), append([]uint64(nil), x...)
		Or(or, x, y)
		AndNot(andNot, andNot, y) // in place
		for i := range n {
			p := func(m []uint64) bool { return getBit(unsafe.Pointer(&m[0]), i) != 0 }
			require.Equal(t, inX[i] || inY[i], p(or))
			require.Equal(t, inX[i] && !inY[i], p(andNot))
		}
	}
}
