package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// Inner products in chains. Those of floats have a kernel that does several of
// them at once, if they share an operand: a matrix times a vector is one link.

// dot adds products and sums, each rounded, from element 0 upwards.
func (cb *chainBuilder) dot(st *step) {
	if cb.b.values[st.dst].dtype.IsFloat() {
		cb.products(st)
		return
	}
	dst, tmp := ref{id: st.dst}, ref{id: st.scratch}
	for e := range st.n {
		ex, ey := st.terms(e)
		for k := range st.inner {
			if k == 0 {
				cb.link(st.kernel, dst, e, 1)
			} else {
				cb.link(st.kernel, tmp, 0, 1)
			}
			cb.read(xOperand, st.x, ex+k)
			cb.read(yOperand, st.y, ey+k)
			if k > 0 {
				cb.link(st.fold, dst, e, 1)
				cb.read(xOperand, dst, e)
				cb.read(yOperand, tmp, 0)
			}
		}
	}
}

// terms returns the first term of each operand of result e.
func (st *step) terms(e int) (x, y int) {
	return broadcastFrom(st.ox, st.x.elems()/st.inner, e) * st.inner,
		broadcastFrom(st.oy, st.y.elems()/st.inner, e) * st.inner
}

// dotInChain reports whether a dot step has few enough links for a chain.
func (cb *chainBuilder) dotInChain(st *step) bool {
	if cb.b.values[st.dst].dtype.IsFloat() {
		return st.n <= longestChain
	}
	return 2*st.n*st.inner <= longestChain
}

// products adds a link for each run of results that share one operand while the
// other goes on by equal steps, unless that is too long for one chain. The kernel
// has several results in hand at a time: their rows must not spoil each other (see
// layout.go), so narrow ones are computed one by one.
func (cb *chainBuilder) products(st *step) {
	row := cb.f.row
	most := max(1, lookEvery/(2*st.inner*cb.g.lanes))
	if int(row[st.dst]) < cb.g.padded*cb.b.values[st.dst].dtype.Size() {
		most = 1
	}
	for e := 0; e < st.n; {
		n, dx, dy := st.run(e, most)
		moving, shared, stride := st.x, st.y, dx
		first, fixed := st.terms(e)
		if dx == 0 { // a product does not care which operand is which
			moving, shared, stride, first, fixed = shared, moving, dy, fixed, first
		}
		cb.link(simd.DotKernel(cb.b.values[st.dst].dtype.Size()), ref{id: st.dst}, e, 2*n*st.inner)
		cb.read(xOperand, moving, first)
		cb.read(yOperand, shared, fixed)
		cb.last().Z = unsafe.Pointer(&simd.DotShape{
			Results: n, Inner: st.inner,
			DstRow: int(row[st.dst]), XRow: int(row[moving.id]), XResult: stride * int(row[moving.id]),
			YRow: int(row[shared.id]),
		})
		e += n
	}
}

// run returns how many results from e on, up to most, share one operand while the
// first term of the other goes on by equal steps, and those steps: at least one is
// zero.
func (st *step) run(e, most int) (n, dx, dy int) {
	n = 1
	x0, y0 := st.terms(e)
	if e+1 < st.n {
		x, y := st.terms(e + 1)
		if dx, dy = x-x0, y-y0; dx != 0 && dy != 0 {
			return 1, 0, 0
		}
	}
	for ; n < most && e+n < st.n; n++ {
		if x, y := st.terms(e + n); x != x0+n*dx || y != y0+n*dy {
			break
		}
	}
	return n, dx, dy
}
