package gomath

import (
	"math"
	"testing"
)

// angles are multiples of π/4 and their neighbours, and the border beyond which
// the reduction is another.
func angles() []float64 {
	list := []float64{math.Nextafter(reduceLimit, 0), reduceLimit, math.Nextafter(reduceLimit, 1e300)}
	list = append(list, 1e22, 0x1.6ac5b262ca1ffp849)
	for k := range 4000 {
		x := float64(k) * (math.Pi / 4)
		list = append(list, math.Nextafter(x, 0), x, math.Nextafter(x, 1e300), -x)
	}
	for e := 1; e < 1024; e++ { // each place among the digits of 4/π
		list = append(list, math.Ldexp(math.Pi/4, e), math.Ldexp(1, e-1), -math.Ldexp(5, e-3))
	}
	return list
}

func TestSin(t *testing.T) { requireSame1(t, Sin, math.Sin, angles()...) }

func TestCos(t *testing.T) { requireSame1(t, Cos, math.Cos, angles()...) }

func TestSincos(t *testing.T) {
	requireSame1(t, Sin, func(x float64) float64 { s, _ := math.Sincos(x); return s }, angles()...)
	requireSame1(t, Cos, func(x float64) float64 { _, c := math.Sincos(x); return c }, angles()...)
}
