package gomath

import (
	"math"
	"testing"
)

// fractions are from -1 to 1, with the borders between the parts of the inverse error function.
func fractions() []float64 {
	list := []float64{1, -1, math.Nextafter(1, 2), math.Nextafter(-1, -2)}
	far := 1 - math.Exp(math.Ln2-25)
	for _, x := range []float64{0.85, far, 1} {
		for range 500 {
			x = math.Nextafter(x, 0)
		}
		for range 1000 {
			list = append(list, x, -x, 1-x)
			x = math.Nextafter(x, 2)
		}
	}
	for k := range 20000 {
		x := float64(k) / 20000
		list = append(list, x, -x, 1-x*x*x*x*x*x*x*x*x*x, x+1)
	}
	return list
}

func TestErfinv(t *testing.T) { requireSame1(t, Erfinv, math.Erfinv, fractions()...) }

func TestErfcinv(t *testing.T) { requireSame1(t, Erfcinv, math.Erfcinv, fractions()...) }
