// Package quadrature integrates a damped oscillation by adaptive Simpson
// quadrature, recursively: the example to start with.
//
// How deep a lane recurses depends on its interval, so lanes are at different
// depths all the time. Every product that is added to something is wrapped in
// a conversion, which keeps the Go compiler from fusing the two where the
// processor can (GOAMD64=v3, arm64); a batch never fuses.
package quadrature

import "math"

// tolerance is the absolute error allowed for a whole integral.
const tolerance = 1e-9

// An estimate is believed only after minHalvings, because a few points of an
// oscillation can agree by chance, and accepted as it is after maxHalvings.
const (
	minHalvings = 3
	maxHalvings = 24
)

// Integrate returns the integral of exp(-x)·cos(2x) from a to b.
func Integrate(a, b float64) float64 {
	m := midpoint(a, b)
	fa, fm, fb := f(a), f(m), f(b)
	return refine(a, fa, m, fm, b, fb, simpson(fa, fm, fb, b-a), tolerance, 0)
}

// f is the integrand.
func f(x float64) float64 {
	return float64(math.Exp(-x) * math.Cos(2*x))
}

// refine returns the integral from a to b, whose estimate by one application
// of Simpson's rule is whole. It splits the interval until two half steps agree
// with the full one; the test is written so that NaN stops it too. The interval
// was made by the given number of halvings.
func refine(a, fa, m, fm, b, fb, whole, tol float64, halvings int) float64 {
	lm, rm := midpoint(a, m), midpoint(m, b)
	flm, frm := f(lm), f(rm)
	left := simpson(fa, flm, fm, m-a)
	right := simpson(fm, frm, fb, b-m)
	diff := left + right - whole
	if halvings == maxHalvings || halvings >= minHalvings && !(math.Abs(diff) > 15*tol) {
		return left + right + diff/15
	}
	return refine(a, fa, lm, flm, m, fm, left, tol/2, halvings+1) +
		refine(m, fm, rm, frm, b, fb, right, tol/2, halvings+1)
}

// simpson applies Simpson's rule to an interval of width h, given the values
// at its ends and in its middle.
func simpson(fa, fm, fb, h float64) float64 {
	return float64(h / 6 * (fa + float64(4*fm) + fb))
}

func midpoint(a, b float64) float64 { return float64((a + b) / 2) }
