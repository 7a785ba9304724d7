package gomath

import (
	"math"
	"testing"
)

func TestSinh(t *testing.T) { requireSame1(t, Sinh, math.Sinh, around(0.5, -0.5, 21, -21, 18.7)...) }
func TestCosh(t *testing.T) { requireSame1(t, Cosh, math.Cosh, around(0.5, 21, -21, 18.7)...) }

func TestTanh(t *testing.T) {
	requireSame1(t, Tanh, math.Tanh, around(0.625, -0.625, 19, 19.06, 44.014845965556527, -44.014845965556527, 354, 355,
		356, 0x1p1023)...)
}
