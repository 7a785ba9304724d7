package gomath

import (
	"math"
	"testing"
)

// tangents are the borders between the ways of reducing an arctangent's argument.
func tangents() []float64 {
	var list []float64
	for _, x := range []float64{0.66, 2.41421356237309504880} {
		list = append(list, math.Nextafter(x, 0), x, math.Nextafter(x, 3), -x)
	}
	return list
}

func TestAtan(t *testing.T) { requireSame1(t, Atan, math.Atan, tangents()...) }

func TestAtan2(t *testing.T) {
	var pairs [][2]float64
	for _, x := range []float64{1, -1, 3, -0x1p-1060, 0x1p1000} {
		for _, y := range tangents() {
			pairs = append(pairs, [2]float64{y * x, x}, [2]float64{-y * x, x})
		}
	}
	requireSame2(t, Atan2, math.Atan2, pairs...)
}
