package gomath

import "math"

// The Bessel functions of orders 0 and 1 are those of FreeBSD's msun (e_j0.c, e_j1.c, Sun
// Microsystems 1993): up to 2 a quotient of polynomials in x², and from there on
//
//	√(2/πx) · (u·cos(x-φ) - v·sin(x-φ)), and of the second kind √(2/πx) · (u·sin(x-φ) + v·cos(x-φ))
//
// where u and v change slowly. The sines and cosines of x less an odd multiple φ of π/4 are
// sums and differences of sin x and cos x.

// besselWaves returns the sum and the difference of sin x and cos x, x ≥ 2. Where they cancel in
// one of the two, that is made of the other and of cos 2x, which is minus their product. even
// tells what is done where sin x or cos x is 0.
func besselWaves(x float64, even bool) (sum, difference float64) {
	s, c := sincos(x)
	sum = s + c
	difference = s - c
	p := s * c
	sumGood := p > 0 || even && p == 0
	d := -Cos(x+x) / sel(sumGood, sum, difference)
	// Twice x must not overflow.
	fits := x < math.MaxFloat64/2
	return sel(fits && !sumGood, d, sum), sel(fits && sumGood, d, difference)
}

// besselScaled returns w times the factor that all waves have, and 0 for infinite x.
func besselScaled(w, x float64) float64 {
	return sel(x > math.MaxFloat64, 0, (1/math.SqrtPi)*w/sqrt(x))
}

// besselHuge is the argument beyond which u is 1 and v 0.
const besselHuge = 1 << 129

// besselPart returns the index of x's part in the tables of coefficients.
func besselPart(x float64) uint64 {
	return sel(x >= 4.5454, sel(x >= 8, uint64(0), 1), sel(x >= 2.8571, uint64(2), 3))
}
