package simd

import "unsafe"

// Inner products. A matrix times a vector is several of them at once, which
// share the vector: that pays, because a number loaded is used for every row of
// the matrix, and sums stay in registers instead of going to memory and back
// for every term.

// DotShape says where the operands of [DotKernel] lie.
type DotShape struct {
	Results int // inner products to compute
	Inner   int // terms of each, at least 1
	// Bytes from one row of lanes to the next: results; terms of x; from the
	// terms of x for one result to those for the next; terms of y, which all
	// results share.
	DstRow, XRow, XResult, YRow int
}

// DotKernel returns the kernel that adds up products of floats of the given
// size, from the first term on, each product and each sum rounded:
//
//	Dst[r][i] = X[r][0][i*SX]*Y[0][i*SY] + … + X[r][Inner-1][i*SX]*Y[Inner-1][i*SY]
//
// for every result r and lane i. The Z of its Args points to a [DotShape]. X is
// a uniform matrix with SX 0, one of each lane's own with SX 1. Dst must not
// overlap the operands.
func DotKernel(size int) Kernel {
	if code := dotCode(size); code != 0 {
		return Kernel{code: code}
	}
	if size == 4 {
		return Kernel{run: dot[float32]}
	}
	return Kernel{run: dot[float64]}
}

func dot[T float32 | float64](a *Args, n int) {
	s := (*DotShape)(a.Z)
	mx, my := -a.SX, -a.SY
	for r := range s.Results {
		dst, x, y := unsafe.Add(a.Dst, r*s.DstRow), unsafe.Add(a.X, r*s.XResult), a.Y
		for i := range n {
			st(dst, i, T(ld[T](x, i&mx)*ld[T](y, i&my)))
		}
		for range s.Inner - 1 {
			x, y = unsafe.Add(x, s.XRow), unsafe.Add(y, s.YRow)
			for i := range n {
				st(dst, i, ld[T](dst, i)+T(ld[T](x, i&mx)*ld[T](y, i&my)))
			}
		}
	}
}
