package gomath

import (
	"math"
	"testing"
)

// errorBorders are the borders between the parts of the error function.
func errorBorders() []float64 {
	var list []float64
	for _, x := range []float64{
		0x80p-1022, 0x1p-56, 0x1p-28, 0.25, erfNear, erfFar, 1 / 0.35, 6, 25.9, 26, 26.5, 26.6, 27, 27.2, 27.3, 28,
	} {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, 100)} {
			list = append(list, v, -v)
		}
	}
	for k := range 20000 {
		list = append(list, float64(k)/640, -float64(k)/640)
	}
	return list
}

func TestErf(t *testing.T) { requireSame1(t, Erf, math.Erf, errorBorders()...) }

func TestErfc(t *testing.T) { requireSame1(t, Erfc, math.Erfc, errorBorders()...) }
