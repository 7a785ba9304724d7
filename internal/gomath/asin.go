package gomath

import "math"

// Asin returns the arcsine of x. x and √(1-x²) have its tangent: above 0.7 that of
// the other angle. Neither is steep enough for the arctangent's reciprocal.
func Asin(x float64) float64 {
	a := abs(x)
	c := sqrt(1 - a*a) // NaN beyond 1
	high := a > asinHigh
	tan := sel(high, c, a) / sel(high, a, c)
	t := sel(tan <= atanSmall, tan, (tan-1)/(tan+1))
	base := sel(tan <= atanSmall, 0, math.Pi/4)
	lost := sel(tan <= atanSmall, 0, 0.5*piHalfLost)
	angle := base + atanReduced(t) + lost
	return copysign(sel(high, math.Pi/2-angle, angle), x)
}

// asinHigh is the greatest argument whose angle is computed, instead of the other one.
const asinHigh = 0.7

// Acos returns the arccosine of x.
func Acos(x float64) float64 { return math.Pi/2 - Asin(x) }
