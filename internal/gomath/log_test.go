package gomath

import (
	"math"
	"testing"
)

func TestLog(t *testing.T) {
	requireSame1(t, Log, math.Log, math.Sqrt2/2, math.Nextafter(math.Sqrt2/2, 0), math.Nextafter(math.Sqrt2/2, 1), math.Sqrt2)
}
