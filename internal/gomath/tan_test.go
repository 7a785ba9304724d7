package gomath

import (
	"math"
	"testing"
)

func TestTan(t *testing.T) {
	// Where the polynomials begin to count.
	near := []float64{math.Nextafter(1e-7, 0), 1e-7, math.Nextafter(1e-7, 1)}
	requireSame1(t, Tan, math.Tan, append(near, angles()...)...)
}
