package highprec

import "math/big"

// sum adds terms until they no longer matter: first, and then first times each
// of the ratios, one after another. ratio changes the term in place into the
// n-th one from the one before, n = 1, 2, …; the terms must shrink.
func sum(first *big.Float, ratio func(term *big.Float, n int64)) *big.Float {
	total := with(first, first.Prec())
	term := with(first, first.Prec())
	for n := int64(1); ; n++ {
		ratio(term, n)
		if term.Sign() == 0 || exponent(term) < exponent(total)-int(total.Prec())-2 {
			return total
		}
		total.Add(total, term)
	}
}

// expSeries returns Σ xⁿ/n! from n = from on, 0 or 1.
func expSeries(x *big.Float, from int64) *big.Float {
	first := small(1, x)
	if from == 1 {
		first = with(x, x.Prec())
	}
	var d big.Float
	return sum(first, func(term *big.Float, n int64) {
		term.Mul(term, x)
		term.Quo(term, d.SetInt64(n+from))
	})
}

// sinSeries returns x - x³/3! + …
func sinSeries(x *big.Float) *big.Float {
	minus := Neg(Mul(x, x))
	var d big.Float
	return sum(x, func(term *big.Float, n int64) {
		term.Mul(term, minus)
		term.Quo(term, d.SetInt64(2*n*(2*n+1)))
	})
}

// cosSeries returns 1 - x²/2! + …
func cosSeries(x *big.Float) *big.Float {
	minus := Neg(Mul(x, x))
	var d big.Float
	return sum(small(1, x), func(term *big.Float, n int64) {
		term.Mul(term, minus)
		term.Quo(term, d.SetInt64(2*n*(2*n-1)))
	})
}

// atanSeries returns x + s·x³/3 + x⁵/5 + s·x⁷/7 …: the inverse tangent for
// s = -1, the inverse hyperbolic tangent for s = 1.
func atanSeries(x *big.Float, s int64) *big.Float {
	if x.Sign() == 0 {
		return with(x, x.Prec())
	}
	square := Mul(Mul(x, x), small(s, x))
	total := with(x, x.Prec())
	power := with(x, x.Prec())
	var term, d big.Float
	term.SetPrec(x.Prec())
	for n := int64(3); ; n += 2 {
		power.Mul(power, square)
		if exponent(power) < exponent(x)-int(x.Prec())-2 {
			return total
		}
		total.Add(total, term.Quo(power, d.SetInt64(n)))
	}
}
