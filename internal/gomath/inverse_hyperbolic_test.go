package gomath

import (
	"math"
	"testing"
)

func TestAsinh(t *testing.T) {
	requireSame1(t, Asinh, math.Asinh, append(nearSqrt2(),
		around(2, -2, 0x1p28, -0x1p28, 0x1p-28, -0x1p-28, 0.36, 0.4, 0.41, 0.42, 1)...)...)
}

func TestAcosh(t *testing.T) {
	requireSame1(t, Acosh, math.Acosh, append(nearSqrt2(), around(1, 2, 0x1p28, 1.0823922, 1.08, 1.2, -1)...)...)
}

func TestAtanh(t *testing.T) {
	requireSame1(t, Atanh, math.Atanh, append(nearSqrt2(),
		around(1, -1, 0.5, -0.5, 0x1p-28, -0x1p-28, 0.17157287525380990239)...)...)
}
