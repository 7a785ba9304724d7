package highprec

import (
	"math"
	"math/big"
)

// reduce returns r and k mod 4 with x = k π/2 + r and |r| ≤ π/4, r with a
// relative error of a few 2^-prec.
func reduce(x *big.Float, prec uint) (r *big.Float, k int) {
	// No float64 is nearer to a multiple of π/2 than 2^-60 or so of itself, but
	// x may have more bits: what the subtraction takes is added, and the
	// reduction done again.
	for lost := uint(extra); ; lost *= 2 {
		work := prec + lost + uint(max(0, exponent(x)))
		half := Ldexp(Pi(work), -1)
		n := nearest(Quo(with(x, work), half))
		r = with(x, max(work, x.MinPrec()))
		r.Sub(r, new(big.Float).SetPrec(work).Mul(new(big.Float).SetInt(n), half))
		if r.Sign() != 0 && (n.Sign() == 0 || exponent(r) > -int(lost)/2) || x.Sign() == 0 {
			return with(r, prec), int(new(big.Int).And(n, big.NewInt(3)).Int64())
		}
	}
}

// sinCos returns the sine and the cosine of x with more than its precision.
func sinCos(x *big.Float) (sin, cos *big.Float) {
	r, k := reduce(x, x.Prec()+extra)
	sin, cos = sinSeries(r), cosSeries(r)
	switch k {
	case 1:
		return cos, Neg(sin)
	case 2:
		return Neg(sin), Neg(cos)
	case 3:
		return Neg(cos), sin
	}
	return sin, cos
}

// Sin returns the sine of x, which is in radians.
func Sin(x *big.Float) *big.Float {
	sin, _ := sinCos(x)
	return with(sin, x.Prec())
}

// Cos returns the cosine of x, which is in radians.
func Cos(x *big.Float) *big.Float {
	_, cos := sinCos(x)
	return with(cos, x.Prec())
}

// Tan returns the tangent of x, which is in radians.
func Tan(x *big.Float) *big.Float {
	sin, cos := sinCos(x)
	return with(sin.Quo(sin, cos), x.Prec())
}

// Atan returns the inverse tangent of x in radians.
func Atan(x *big.Float) *big.Float {
	return odd(x, func(x *big.Float) *big.Float {
		w := with(x, x.Prec()+extra)
		switch {
		case exponent(x) < -3:
			return with(atanSeries(w, -1), x.Prec())
		case exponent(x) > 0 && x.Cmp(small(1, x)) != 0:
			y := Ldexp(Pi(w.Prec()), -1)
			return with(y.Sub(y, Atan(Quo(small(1, w), w))), x.Prec())
		}
		// A guess y, and atan x = y + atan((x - tan y)/(1 + x tan y)).
		y := guess(x, math.Atan, w.Prec())
		tan := Tan(y)
		d := Quo(Sub(w, tan), Add(small(1, w), Mul(w, tan)))
		return with(y.Add(y, atanSeries(d, -1)), x.Prec())
	})
}

// Atan2 returns the angle of the point (x, y), not the origin, in radians.
func Atan2(y, x *big.Float) *big.Float {
	prec := max(x.Prec(), y.Prec())
	work := prec + extra
	xw, yw := with(x, work), with(y, work)
	if Abs(yw).Cmp(Abs(xw)) <= 0 {
		angle := Atan(Quo(yw, xw))
		if x.Sign() < 0 {
			turn := Pi(work)
			if y.Signbit() {
				turn.Neg(turn)
			}
			angle.Add(angle, turn)
		}
		return with(angle, prec)
	}
	turn := Ldexp(Pi(work), -1)
	if y.Sign() < 0 {
		turn.Neg(turn)
	}
	return with(turn.Sub(turn, Atan(Quo(xw, yw))), prec)
}

// Asin returns the inverse sine of x, -1 ≤ x ≤ 1, in radians.
func Asin(x *big.Float) *big.Float {
	w := with(x, max(x.Prec(), x.MinPrec())+extra)
	return with(Atan2(w, cofactor(w)), x.Prec())
}

// Acos returns the inverse cosine of x, -1 ≤ x ≤ 1, in radians.
func Acos(x *big.Float) *big.Float {
	if x.Cmp(small(1, x)) == 0 {
		return small(0, x)
	}
	w := with(x, max(x.Prec(), x.MinPrec())+extra)
	return with(Atan2(cofactor(w), w), x.Prec())
}

// cofactor returns √(1-x²).
func cofactor(x *big.Float) *big.Float {
	return Sqrt(Mul(Sub(small(1, x), x), Add(small(1, x), x)))
}
