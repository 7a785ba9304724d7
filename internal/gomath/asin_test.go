package gomath

import (
	"math"
	"testing"
)

// sines are the borders between the ways of computing an arcsine, and between those of the
// arctangent that it takes.
func sines() []float64 {
	list := []float64{1, math.Nextafter(1, 0), math.Nextafter(1, 2), -1}
	for _, x := range []float64{0.7, math.Sin(math.Atan(0.66)), math.Cos(math.Atan(0.66))} {
		for range 100 {
			x = math.Nextafter(x, 0)
		}
		for range 200 {
			list = append(list, x, -x)
			x = math.Nextafter(x, 1)
		}
	}
	for k := range 4000 {
		list = append(list, float64(k)/4000, -float64(k)/4000)
	}
	return list
}

func TestAsin(t *testing.T) { requireSame1(t, Asin, math.Asin, sines()...) }

func TestAcos(t *testing.T) { requireSame1(t, Acos, math.Acos, sines()...) }
