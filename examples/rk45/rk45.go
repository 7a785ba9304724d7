// Package rk45 integrates the van der Pol oscillator with an adaptive
// Runge–Kutta method: a loop in which each lane chooses its own step size, so
// that stiff lanes take many more steps than others.
package rk45

import "math"

// state is position and velocity of the oscillator.
type state struct{ x, v float64 }

// The local error allowed in a step, and the step counts at which an
// integration gives up.
const (
	tolerance = 1e-6
	maxSteps  = 20000
)

// VanDerPol returns position and velocity at the given time of the oscillator
// x″ = mu·(1-x²)·x′ - x that starts at rest in x = 2, and the number of steps
// tried, rejected ones included.
//
// The method is Dormand and Prince's of order 5(4); a step is rejected if its
// error estimate is above the tolerance, and the next one is chosen by the
// fifth root of their ratio.
func VanDerPol(mu, time float64) (x, v float64, steps int) {
	y := state{x: 2}
	t, h := 0.0, 0.01
	k1 := slope(mu, y)
	for t < time && steps < maxSteps {
		h = math.Min(h, time-t)
		k2 := slope(mu, plus(y, h*(1.0/5), k1))
		k3 := slope(mu, plus(plus(y,
			h*(3.0/40), k1), h*(9.0/40), k2))
		k4 := slope(mu, plus(plus(plus(y,
			h*(44.0/45), k1), h*(-56.0/15), k2), h*(32.0/9), k3))
		k5 := slope(mu, plus(plus(plus(plus(y,
			h*(19372.0/6561), k1), h*(-25360.0/2187), k2), h*(64448.0/6561), k3), h*(-212.0/729), k4))
		k6 := slope(mu, plus(plus(plus(plus(plus(y,
			h*(9017.0/3168), k1), h*(-355.0/33), k2), h*(46732.0/5247), k3), h*(49.0/176), k4), h*(-5103.0/18656), k5))
		next := plus(plus(plus(plus(plus(y,
			h*(35.0/384), k1), h*(500.0/1113), k3), h*(125.0/192), k4), h*(-2187.0/6784), k5), h*(11.0/84), k6)
		k7 := slope(mu, next)
		off := plus(plus(plus(plus(plus(plus(state{},
			h*(71.0/57600), k1), h*(-71.0/16695), k3), h*(71.0/1920), k4), h*(-17253.0/339200), k5), h*(22.0/525), k6),
			h*(-1.0/40), k7)
		ratio := math.Max(relative(off.x, next.x), relative(off.v, next.v))
		if ratio <= 1 {
			t += h
			y, k1 = next, k7
		}
		h *= math.Min(5, math.Max(0.2, 0.9*math.Pow(math.Max(ratio, 1e-10), -0.2)))
		steps++
	}
	return y.x, y.v, steps
}

// slope is the derivative of the state.
func slope(mu float64, y state) state {
	return state{x: y.v, v: float64(mu*(1-float64(y.x*y.x))*y.v) - y.x}
}

// plus returns y + h·k, with the product rounded before the addition.
func plus(y state, h float64, k state) state {
	return state{x: y.x + float64(h*k.x), v: y.v + float64(h*k.v)}
}

// relative is the size of an error in units of what is allowed at value y.
func relative(off, y float64) float64 {
	return math.Abs(off) / (tolerance + float64(tolerance*math.Abs(y)))
}
