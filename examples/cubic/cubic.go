// Package cubic finds roots, or says why there is none: errors as results.
package cubic

import (
	"errors"
	"fmt"
	"math"
)

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Root -test .

// ErrSameSign is returned for an interval at whose ends the cubic has the same sign.
var ErrSameSign = errors.New("the cubic has the same sign at both ends")

// Root returns a root of x³ + p·x + q between lo and hi, by bisection.
func Root(p, q, lo, hi float64) (root float64, err error) {
	if !(lo <= hi) {
		return math.NaN(), fmt.Errorf("no interval: %v is not below %v", lo, hi)
	}
	low := value(p, q, lo)
	if (low < 0) == (value(p, q, hi) < 0) {
		return 0, ErrSameSign
	}
	for {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return mid, nil
		}
		if (value(p, q, mid) < 0) == (low < 0) {
			lo = mid
		} else {
			hi = mid
		}
	}
}

func value(p, q, x float64) float64 {
	return float64(float64(float64(x*x)+p)*x) + q
}
