package gomath

import (
	"math"
	"testing"
)

// nearSqrt2 are numbers with a significand near √2, where logarithms change the
// exponent.
func nearSqrt2() []float64 {
	var list []float64
	for k := -1074; k <= 1023; k++ {
		list = append(list, around(math.Ldexp(math.Sqrt2, k))...)
		list = append(list, around(math.Ldexp(1, k))...)
	}
	return list
}

func TestLog(t *testing.T)   { requireSame1(t, Log, math.Log, nearSqrt2()...) }
func TestLog2(t *testing.T)  { requireSame1(t, Log2, math.Log2, nearSqrt2()...) }
func TestLog10(t *testing.T) { requireSame1(t, Log10, math.Log10, nearSqrt2()...) }

func TestLog1p(t *testing.T) {
	near := around(log1pSqrt2M1, log1pSqrt2HalfM1, -1, 1, 0x1p-29, -0x1p-29, 0x1p-54, -0x1p-54, 0x1p53)
	for _, x := range nearSqrt2() {
		near = append(near, x-1, x, -x, math.Nextafter(x, 0)-1, 1-math.Abs(x))
	}
	requireSame1(t, Log1p, math.Log1p, near...)
}
