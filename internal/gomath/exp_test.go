package gomath

import (
	"math"
	"testing"
)

func TestExp(t *testing.T) { requireSame1(t, Exp, math.Exp, 709.78, 709.79, -708.4, -744.44, -745.2) }
