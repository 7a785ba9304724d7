package highprec

import (
	"math"
	"math/big"
)

// Cbrt returns the cube root of x.
func Cbrt(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return with(x, x.Prec())
	}
	return odd(x, func(x *big.Float) *big.Float {
		// x = m 2^3k with m from 1/8 to 1; Newton's method doubles the 50 good
		// bits of the guess.
		m := with(x, x.Prec()+extra)
		e := m.MantExp(m)
		k := int(math.Ceil(float64(e) / 3))
		m = Ldexp(m, e-3*k)
		y := guess(m, math.Cbrt, m.Prec())
		three := small(3, m)
		for good := uint(48); good < m.Prec(); good *= 2 {
			// y -= (y - m/y²)/3
			d := Sub(y, Quo(m, Mul(y, y)))
			y.Sub(y, d.Quo(d, three))
		}
		return with(Ldexp(y, k), x.Prec())
	})
}

// Hypot returns √(x² + y²).
func Hypot(x, y *big.Float) *big.Float {
	prec := max(x.Prec(), y.Prec())
	xw, yw := with(x, prec+extra), with(y, prec+extra)
	return with(Sqrt(Add(Mul(xw, xw), Mul(yw, yw))), prec)
}
