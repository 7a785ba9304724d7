package programs

import "math"

// tolerance is the absolute error allowed for a whole integral.
const tolerance = 1e-8

// maxHalvings is how often an interval may be halved.
const maxHalvings = 24

// Area returns the integral from a to b of a sum of two resonances over a slope, by adaptive
// Simpson quadrature.
func Area(a, b float64) float64 {
	m := (a + b) / 2
	fa, fm, fb := spectrum(a), spectrum(m), spectrum(b)
	return refine(a, fa, m, fm, b, fb, simpson(fa, fm, fb, b-a), tolerance, 0)
}

// spectrum is the integrand.
func spectrum(x float64) float64 {
	near, far := x-1, x-3.5
	return float64(0.01/(float64(near*near)+0.01)) + float64(0.2/(float64(far*far)+0.25)) + float64(0.05*x)
}

// refine splits an interval, whose integral by one application of the rule is whole, until
// two half steps agree with the full one.
func refine(a, fa, m, fm, b, fb, whole, tol float64, halvings int) float64 {
	lm, rm := (a+m)/2, (m+b)/2
	flm, frm := spectrum(lm), spectrum(rm)
	left := simpson(fa, flm, fm, m-a)
	right := simpson(fm, frm, fb, b-m)
	diff := left + right - whole
	if halvings == maxHalvings || !(math.Abs(diff) > 15*tol) {
		return left + right + diff/15
	}
	return refine(a, fa, lm, flm, m, fm, left, tol/2, halvings+1) +
		refine(m, fm, rm, frm, b, fb, right, tol/2, halvings+1)
}

// simpson applies the rule to an interval of width h, given the values at its ends and in
// its middle.
func simpson(fa, fm, fb, h float64) float64 {
	return float64(h / 6 * (fa + float64(4*fm) + fb))
}
