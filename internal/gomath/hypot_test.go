package gomath

import (
	"math"
	"testing"
)

func TestHypot(t *testing.T) {
	requireSame2(t, Hypot, math.Hypot, [2]float64{3, 4}, [2]float64{-5, 12},
		[2]float64{math.MaxFloat64, math.MaxFloat64})
}
