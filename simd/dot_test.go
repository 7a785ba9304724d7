package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// dotCase is a matrix and a vector of uniforms or of lanes.
type dotCase struct {
	typ               string
	results, inner, n int
	sx, sy            int
	x, y, dst         *buffer // [result][term] rows, [term] rows, [result] rows
}

// rowLanes is how many lanes a row has: a uniform is repeated to 64 bytes.
func (c *dotCase) rowLanes(stride int) int {
	if stride == 0 {
		return 64 / sizeOf(c.typ)
	}
	return (c.n + 63) &^ 63
}

func newDotCase(rng *rand.Rand, typ string, results, inner, n, sx, sy int) *dotCase {
	c := &dotCase{typ: typ, results: results, inner: inner, n: n, sx: sx, sy: sy}
	fill := func(rows, stride int) *buffer {
		lanes := c.rowLanes(stride)
		b := newBuffer(typ, rows*lanes, 1)
		for r := range rows {
			for i := range lanes {
				if i > 0 && stride == 0 {
					b.set(r*lanes+i, b.get(r*lanes))
					continue
				}
				v := rng.NormFloat64()
				if rng.IntN(20) == 0 {
					v = [...]float64{0, math.Copysign(0, -1), 1e300, math.Inf(1), math.NaN(), 1e-310}[rng.IntN(6)]
				}
				if typ == "f32" {
					b.set(r*lanes+i, ofF32(float32(v)))
				} else {
					b.set(r*lanes+i, ofF64(v))
				}
			}
		}
		return b
	}
	c.x, c.y = fill(results*inner, sx), fill(inner, sy)
	c.dst = newBuffer(typ, results*c.rowLanes(1), 1)
	return c
}

func (c *dotCase) run() {
	size := sizeOf(c.typ)
	shape := DotShape{
		Results: c.results, Inner: c.inner, DstRow: c.rowLanes(1) * size,
		XRow: c.rowLanes(c.sx) * size, XResult: c.inner * c.rowLanes(c.sx) * size, YRow: c.rowLanes(c.sy) * size,
	}
	DotKernel(size).Call(&Args{Dst: c.dst.ptr(), X: c.x.ptr(), Y: c.y.ptr(), Z: unsafe.Pointer(&shape), SX: c.sx,
		SY: c.sy}, c.n)
}

// term returns the operands of term k of a lane's result.
func (c *dotCase) term(r, k, i int) (x, y uint64) {
	return c.x.get((r*c.inner+k)*c.rowLanes(c.sx) + i*c.sx), c.y.get(k*c.rowLanes(c.sy) + i*c.sy)
}

// want adds up the products from the first on.
func (c *dotCase) want(r, i int) uint64 {
	if c.typ == "f32" {
		var sum float32
		for k := range c.inner {
			x, y := c.term(r, k, i)
			p := float32(asF32(x) * asF32(y))
			if k == 0 {
				sum = p
			} else {
				sum += p
			}
		}
		return ofF32(sum)
	}
	var sum float64
	for k := range c.inner {
		x, y := c.term(r, k, i)
		p := float64(asF64(x) * asF64(y))
		if k == 0 {
			sum = p
		} else {
			sum += p
		}
	}
	return ofF64(sum)
}

func TestDotKernel(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(61, 62))
		for _, typ := range []string{"f32", "f64"} {
			for n := 1; n <= maxLanes; n += 1 + rng.IntN(9) {
				for strides := range 4 {
					c := newDotCase(rng, typ, 1+rng.IntN(9), 1+rng.IntN(6), n, strides&1, strides>>1)
					c.run()
					for r := range c.results {
						for i := range n {
							if want, got := c.want(r, i), c.dst.get(r*c.rowLanes(1)+i); !same(typ, want, got) {
								t.Fatalf("%s %d×%d strides %b n=%d: result %d lane %d is %#x, want %#x", typ, c.results,
									c.inner, strides, n, r, i, got, want)
							}
						}
					}
					require.True(t, c.dst.guarded())
				}
			}
		}
	})
}

// TestDotPeer compares a matrix times a vector with another library, to within
// the rounding of a sum in another order.
func TestDotPeer(t *testing.T) {
	const results, inner, n = 5, 7, 64
	rng := rand.New(rand.NewPCG(63, 64))
	c := newDotCase(rng, "f64", results, inner, n, 0, 1)
	for i := range c.x.cap {
		c.x.set(i, ofF64(float64(i/8%inner)-2.5))
	}
	for i := range c.y.cap {
		c.y.set(i, ofF64(rng.NormFloat64()))
	}
	c.run()
	for i := range n {
		a, x := mat.NewDense(results, inner, nil), mat.NewVecDense(inner, nil)
		for k := range inner {
			for r := range results {
				v, y := c.term(r, k, i)
				a.Set(r, k, asF64(v))
				x.SetVec(k, asF64(y))
			}
		}
		var want mat.VecDense
		want.MulVec(a, x)
		for r := range results {
			require.InDelta(t, want.AtVec(r), asF64(c.dst.get(r*n+i)), 1e-12)
		}
	}
}

func BenchmarkDot(b *testing.B) {
	const lanes = 512
	rng := rand.New(rand.NewPCG(65, 66))
	for _, typ := range []string{"f32", "f64"} {
		for _, results := range []int{1, 4, 8} {
			c := newDotCase(rng, typ, results, 8, lanes, 0, 1)
			for i := range c.y.cap {
				c.y.set(i, 0)
			}
			b.Run(fmt.Sprintf("%s/%d×8", typ, results), func(b *testing.B) {
				benchLevels(b, func(b *testing.B) {
					for b.Loop() {
						c.run()
					}
					perLane(b, lanes*results*8)
				})
			})
		}
	}
}
