package gomath

import (
	"math"
	"testing"
)

// besselBorders are the borders between the parts of the Bessel functions, and zeros of the first ones.
func besselBorders() []float64 {
	var list []float64
	for _, x := range []float64{
		0x1p-54, 0x1p-27, 0x1p-13, 1, 2, 2.8571, 4.5454, 8, 0x1p129, 0x1p302, math.MaxFloat64 / 2,
		2.404825557695773, 5.520078110286311, 3.8317059702075125,
		7.015586669815619, 0.8935769662791675, 2.197141326031017,
	} {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.MaxFloat64)} {
			list = append(list, v, -v)
		}
	}
	for k := range 20000 {
		list = append(list, float64(k)/1000, -float64(k)/500)
	}
	return append(list, angles()...)
}

func TestJ0(t *testing.T) { requireSame1(t, J0, math.J0, besselBorders()...) }

func TestJ1(t *testing.T) { requireSame1(t, J1, math.J1, besselBorders()...) }

func TestY0(t *testing.T) { requireSame1(t, Y0, math.Y0, besselBorders()...) }

func TestY1(t *testing.T) { requireSame1(t, Y1, math.Y1, besselBorders()...) }
