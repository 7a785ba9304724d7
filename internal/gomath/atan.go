package gomath

import "math"

// Atan returns the arctangent of x: of x, of (x-1)/(x+1) or of -1/x the quotient of
// polynomials of S. L. Moshier's Cephes (atan.c), which serves to 0.66, plus the angle
// that the other two are from.
func Atan(x float64) float64 {
	a := abs(x)
	small := a <= atanSmall
	steep := a > atanSteep
	t := sel(steep, -1, a-1) / sel(steep, a, a+1)
	t = sel(small, a, t)
	base := sel(small, 0, sel(steep, math.Pi/2, math.Pi/4))
	lost := sel(small, 0, sel(steep, piHalfLost, 0.5*piHalfLost))
	return copysign(base+atanReduced(t)+lost, x)
}

// atanReduced returns the arctangent of t, with |t| ≤ 0.66, which is odd to the last bit.
func atanReduced(t float64) float64 {
	z := t * t
	p := atanP0*z + atanP1
	p = p*z + atanP2
	p = p*z + atanP3
	p = p*z + atanP4
	q := z + atanQ0
	q = q*z + atanQ1
	q = q*z + atanQ2
	q = q*z + atanQ3
	q = q*z + atanQ4
	return t*(z*p/q) + t
}

const (
	// atanSmall and atanSteep (the tangent of 3π/8) bound what is reduced by π/4.
	atanSmall = 0.66
	atanSteep = 2.41421356237309504880
	// piHalfLost is what the float64 nearest to π/2 lacks.
	piHalfLost = 6.123233995736765886130e-17

	atanP0 = -8.750608600031904122785e-01
	atanP1 = -1.615753718733365076637e+01
	atanP2 = -7.500855792314704667340e+01
	atanP3 = -1.228866684490136173410e+02
	atanP4 = -6.485021904942025371773e+01

	atanQ0 = +2.485846490142306297962e+01
	atanQ1 = +1.650270098316988542046e+02
	atanQ2 = +4.328810604912902668951e+02
	atanQ3 = +4.853903996359136964868e+02
	atanQ4 = +1.945506571482613964425e+02
)

// Atan2 returns the angle of the point (x, y) with the x axis, from the arctangent of the
// quotient. (Where that underflows, the sign of y is lost: so it is in package math.)
func Atan2(y, x float64) float64 {
	t := y / x
	q := Atan(t)
	q = sel(x < 0, q+sel(q <= 0, math.Pi, -math.Pi), q)
	a := abs(t)
	if !(a > 0 && a <= math.MaxFloat64) {
		// A zero or an infinity, or both, or a NaN; or the quotient is out of range.
		left := bits64(x)>>63 != 0
		infinite := abs(x) > math.MaxFloat64
		// Infinite x: on the axis, or on a diagonal.
		diagonal := sel(left, 3*math.Pi/4, math.Pi/4)
		axis := sel(left, math.Pi, 0)
		special := sel(infinite, sel(abs(y) > math.MaxFloat64, diagonal, axis), math.Pi/2)
		special = sel(y == 0, axis, special)
		q = sel(y == 0 || x == 0 || infinite || abs(y) > math.MaxFloat64, copysign(special, y), q)
		q = sel(x != x || y != y, x+y, q)
	}
	return q
}
