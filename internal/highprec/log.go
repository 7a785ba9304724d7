package highprec

import (
	"math"
	"math/big"
)

// Log returns the natural logarithm of x > 0.
func Log(x *big.Float) *big.Float {
	if x.Sign() <= 0 {
		panic("highprec: log of a number that is not positive")
	}
	work := max(x.Prec(), x.MinPrec()) + extra
	// x = m 2^k with m from √½ to √2.
	m := with(x, work)
	k := m.MantExp(m)
	if approx(m) < math.Sqrt2/2 {
		m, k = Ldexp(m, 1), k-1
	}
	y := logNear1(Sub(m, small(1, m)))
	if k != 0 {
		y.Add(y, Mul(small(int64(k), m), Ln2(work)))
	}
	return with(y, x.Prec())
}

// logNear1 returns log(1+t) for t from -0.3 to 0.5, to the precision of t.
func logNear1(t *big.Float) *big.Float {
	if exponent(t) > -4 {
		// A guess y, and log(1+t) = y + log(1 + d) with a tiny d.
		y := guess(t, math.Log1p, t.Prec())
		d := Mul(Add(t, small(1, t)), Exp(Neg(y)))
		return Add(y, logNear1(d.Sub(d, small(1, d))))
	}
	// log(1+t) = 2 atanh(t/(2+t)).
	return Ldexp(atanSeries(Quo(t, Add(t, small(2, t))), 1), 1)
}

// Log2 returns the logarithm of x > 0 to the base 2.
func Log2(x *big.Float) *big.Float {
	y := Log(with(x, x.Prec()+extra))
	return with(y.Quo(y, Ln2(y.Prec())), x.Prec())
}

// Log10 returns the logarithm of x > 0 to the base 10.
func Log10(x *big.Float) *big.Float {
	y := Log(with(x, x.Prec()+extra))
	return with(y.Quo(y, Ln10(y.Prec())), x.Prec())
}

// Log1p returns the natural logarithm of 1 + x, x > -1.
func Log1p(x *big.Float) *big.Float {
	work := with(x, x.Prec()+extra)
	if exponent(x) < -3 {
		return with(logNear1(work), x.Prec())
	}
	return with(Log(work.Add(work, small(1, work))), x.Prec())
}

// Asinh returns the inverse hyperbolic sine of x.
func Asinh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		// log1p(x + x²/(1 + √(1+x²))) for x ≥ 0.
		w := with(x, x.Prec()+extra)
		square := Mul(w, w)
		one := small(1, w)
		root := Sqrt(Add(one, square))
		return with(Log1p(Add(w, Quo(square, Add(one, root)))), x.Prec())
	})
}

// Acosh returns the inverse hyperbolic cosine of x ≥ 1.
func Acosh(x *big.Float) *big.Float {
	// log1p(t + √(t(t+2))) with t = x-1, exactly.
	t := with(x, max(x.Prec(), x.MinPrec())+extra)
	t.Sub(t, small(1, t))
	root := Sqrt(Mul(t, Add(t, small(2, t))))
	return with(Log1p(Add(t, root)), x.Prec())
}

// Atanh returns the inverse hyperbolic tangent of x, -1 < x < 1.
func Atanh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		w := with(x, max(x.Prec(), x.MinPrec())+extra)
		y := Log1p(Quo(Ldexp(w, 1), Sub(small(1, w), w)))
		return with(Ldexp(y, -1), x.Prec())
	})
}
