package gomath

import (
	"math"
	"testing"
)

func TestGamma(t *testing.T) { requireSame1(t, Gamma, math.Gamma, gammaBorders()...) }
