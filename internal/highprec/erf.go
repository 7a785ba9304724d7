package highprec

import (
	"math"
	"math/big"
)

// Erf returns the error function of x, 2/√π ∫₀ˣ e^-t² dt.
func Erf(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		if tail := approx(x); tail > 4 {
			// 1 - erfc(x) needs erfc to few bits.
			y := Erfc(with(x, x.Prec()+extra))
			return with(y.Sub(small(1, y), y), x.Prec())
		}
		return with(erfSeries(with(x, x.Prec()+extra)), x.Prec())
	})
}

// erfSeries returns 2x e^-x²/√π Σ (2x²)ⁿ/(1·3·5···(2n+1)): all terms have one
// sign, so nothing cancels.
func erfSeries(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return with(x, x.Prec())
	}
	square := Mul(x, x)
	double := Ldexp(square, 1)
	var d big.Float
	y := sum(x, func(term *big.Float, n int64) {
		term.Mul(term, double)
		term.Quo(term, d.SetInt64(2*n+1))
	})
	y.Mul(y, Ldexp(Exp(Neg(square)), 1))
	return y.Quo(y, Sqrt(Pi(x.Prec())))
}

// Erfc returns 1 - erf(x).
func Erfc(x *big.Float) *big.Float {
	if approx(x) < 3 {
		// erfc(3) is above 2^-16.
		y := Erf(with(x, x.Prec()+extra))
		return with(y.Sub(small(1, y), y), x.Prec())
	}
	// e^-x²/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))), from the back.
	// (Abramowitz and Stegun, 7.1.14. With n steps the relative error is about
	// e^-2x√(2n), and larger for few steps: twice as many and some more are taken.)
	work := x.Prec() + extra
	bits := float64(work) * math.Ln2
	n := int64(math.Pow(bits/(2*approx(x)), 2)) + 60
	w := with(x, work)
	below := with(x, work)
	for ; n > 0; n-- {
		below.Add(w, Quo(Ldexp(small(n, w), -1), below))
	}
	// The square is exact: its error would be multiplied by its size.
	square := with(x, 2*work)
	square.Mul(square, square)
	y := Quo(with(Exp(Neg(square)), work), below)
	return with(y.Quo(y, Sqrt(Pi(work))), x.Prec())
}
