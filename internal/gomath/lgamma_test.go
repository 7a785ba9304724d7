package gomath

import (
	"math"
	"testing"
)

// gammaBorders are the borders between the parts of the gamma function and its logarithm, and
// numbers at which either may be special.
func gammaBorders() []float64 {
	var list []float64
	for _, x := range []float64{
		0x1p-70, 1e-9, 0.2316, 0.25, 0.7316, 0.75, 0.9, 1.2316, 1.7316,
		33, 143.01608, 170.5, 171.6, 171.7, 200, 0x1p51, 0x1p58,
		lgammaBorder - 0.27, lgammaBorder - 1 - 0.27, lgammaBorder + 0.27, lgammaBorder - 1 + 0.27, lgammaPoint,
	} {
		for _, v := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, math.MaxFloat64)} {
			list = append(list, v, -v)
		}
	}
	for k := range 80000 {
		x := float64(k) / 400
		list = append(list, x, -x, math.Nextafter(x, 300), -math.Nextafter(x, 300), -math.Nextafter(x, 0))
	}
	return list
}

func TestLgamma(t *testing.T) {
	requireSame1(t, Lgamma, func(x float64) float64 { v, _ := math.Lgamma(x); return v }, gammaBorders()...)
}

func TestLgammaSign(t *testing.T) {
	requireSame1(t, func(x float64) float64 { return float64(LgammaSign(x)) },
		func(x float64) float64 { _, s := math.Lgamma(x); return float64(s) }, gammaBorders()...)
}
