package highprec

import "math/big"

// Exp returns e to the power x.
func Exp(x *big.Float) *big.Float {
	prec := x.Prec()
	if x.Sign() == 0 {
		return New(1, prec)
	}
	if exponent(x) > 40 {
		panic("highprec: exp of a number past 2^40")
	}
	// x = k ln 2 + r, and e^r by squaring e^(r/2^halvings), each of which
	// loses a bit.
	const halvings = 8
	work := prec + extra + halvings + uint(max(0, exponent(x)))
	r := with(x, work)
	k := nearest(Quo(r, Ln2(work)))
	r.Sub(r, Mul(new(big.Float).SetPrec(work).SetInt(k), Ln2(work)))
	y := expSeries(Ldexp(r, -halvings), 0)
	for range halvings {
		y.Mul(y, y)
	}
	return with(Ldexp(y, int(k.Int64())), prec)
}

// Exp2 returns 2 to the power x.
func Exp2(x *big.Float) *big.Float {
	prec := x.Prec()
	work := prec + extra
	k := nearest(x)
	r := with(x, max(work, x.MinPrec()+extra))
	r.Sub(r, new(big.Float).SetInt(k))
	y := Exp(Mul(with(r, work), Ln2(work)))
	return with(Ldexp(y, int(k.Int64())), prec)
}

// Expm1 returns e to the power x, less 1.
func Expm1(x *big.Float) *big.Float {
	prec := x.Prec()
	work := with(x, prec+extra)
	if exponent(x) < -1 {
		return with(expSeries(work, 1), prec)
	}
	y := Exp(work)
	return with(y.Sub(y, small(1, y)), prec)
}

// Pow returns x to the power y. A negative x needs an integer y.
func Pow(x, y *big.Float) *big.Float {
	prec := max(x.Prec(), y.Prec())
	if x.Sign() < 0 {
		z := Pow(Neg(x), y)
		n, accuracy := y.Int(nil)
		if accuracy != big.Exact {
			panic("highprec: a negative number to a power that is not an integer")
		}
		if n.Bit(0) == 1 {
			z.Neg(z)
		}
		return z
	}
	// The absolute error of y log x becomes relative.
	work := prec + 2*extra
	log := Mul(with(y, work), Log(with(x, work)))
	return with(Exp(log), prec)
}

// Sinh returns the hyperbolic sine of x.
func Sinh(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		// With m = e^x - 1 and x ≥ 0: (e^x - e^-x)/2 = (m + m/(m+1))/2.
		m := Expm1(with(x, x.Prec()+extra))
		m.Add(m, Quo(m, Add(m, small(1, m))))
		return with(Ldexp(m, -1), x.Prec())
	})
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x *big.Float) *big.Float {
	e := Exp(with(x, x.Prec()+extra))
	return with(Ldexp(Add(e, Quo(small(1, e), e)), -1), x.Prec())
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x *big.Float) *big.Float {
	// With m = e^2x - 1: m/(m+2).
	m := Expm1(Ldexp(with(x, x.Prec()+extra), 1))
	return with(Quo(m, Add(m, small(2, m))), x.Prec())
}
