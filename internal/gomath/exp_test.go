package gomath

import (
	"math"
	"testing"
)

func TestExp(t *testing.T) { requireSame1(t, Exp, math.Exp, 709.78, 709.79, -708.4, -744.44, -745.2) }

func TestExp2(t *testing.T) {
	requireSame1(t, Exp2, math.Exp2, 1023.5, 1023.9999999999999, math.Nextafter(1024, 0), -1021.5, -1022.5, -1073.5,
		-1074.5)
}

func TestExpm1(t *testing.T) {
	var near []float64
	for k := -60; k < 1030; k++ {
		near = append(near, around((float64(k)+0.5)*math.Ln2)...)
		near = append(near, around(float64(k)*math.Ln2)...)
	}
	requireSame1(t, Expm1, math.Expm1, append(near, around(expm1Ln2X56, -expm1Ln2X56, expm1Ln2HalfX3, -expm1Ln2HalfX3,
		expm1Ln2Half, -expm1Ln2Half, expm1Overflow, 0x1p-54, -0x1p-54, -0.25, 0.6, 0.45)...)...)
}
