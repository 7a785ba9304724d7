// Package kepler solves Kepler's equation by Newton's method: a loop around
// sine and cosine that needs few iterations for round orbits and many for
// elongated ones.
package kepler

import "math"

// Anomaly returns the eccentric anomaly E with E - ecc·sin(E) = mean, for a
// mean anomaly in radians and an eccentricity from 0 to below 1, and the
// number of Newton steps taken.
func Anomaly(mean, ecc float64) (anomaly float64, steps int) {
	m := math.Remainder(mean, 2*math.Pi)
	e := m
	if ecc > 0.8 {
		e = math.Copysign(math.Pi, m)
	}
	for steps < 50 {
		s, c := math.Sincos(e)
		residual := e - float64(ecc*s) - m
		delta := residual / (1 - float64(ecc*c))
		e -= delta
		steps++
		if !(math.Abs(delta) > 1e-14*math.Max(1, math.Abs(e))) {
			break
		}
	}
	return e + (mean - m), steps
}
