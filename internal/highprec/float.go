package highprec

import (
	"math"
	"math/big"
)

// Prec is the precision in bits that suits float64 results: errors come out in
// millionths of an ulp even after a good deal of cancellation.
const Prec = 200

// A Func is a real function. The result has the precision of x.
type Func func(x *big.Float) *big.Float

// A Func2 is a real function of two arguments. The result has the greater
// precision of the two.
type Func2 func(x, y *big.Float) *big.Float

// Float returns the finite x with precision Prec.
func Float(x float64) *big.Float { return New(x, Prec) }

// New returns the finite x with the given precision, which must be at least 53
// if x is to be exact.
func New(x float64, prec uint) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

// Parse returns the number that a decimal or hexadecimal literal stands for,
// rounded to the given precision. It panics if s is not one.
func Parse(s string, prec uint) *big.Float {
	x, _, err := big.ParseFloat(s, 0, prec, big.ToNearestEven)
	if err != nil {
		panic("highprec: " + err.Error())
	}
	return x
}

// The operators below return a new number of the greater precision of their
// operands. They exist so that formulas can be written as expressions.

// Add returns x + y.
func Add(x, y *big.Float) *big.Float { return new(big.Float).Add(x, y) }

// Sub returns x - y.
func Sub(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }

// Mul returns x * y.
func Mul(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }

// Quo returns x / y.
func Quo(x, y *big.Float) *big.Float { return new(big.Float).Quo(x, y) }

// Neg returns -x.
func Neg(x *big.Float) *big.Float { return new(big.Float).Neg(x) }

// Abs returns |x|.
func Abs(x *big.Float) *big.Float { return new(big.Float).Abs(x) }

// Sqrt returns the square root of x.
func Sqrt(x *big.Float) *big.Float { return new(big.Float).Sqrt(x) }

// Ldexp returns x times 2 to the power n.
func Ldexp(x *big.Float, n int) *big.Float {
	if x.Sign() == 0 {
		return with(x, x.Prec())
	}
	return new(big.Float).SetMantExp(x, n)
}

// with returns x at another precision, rounded if that is less.
func with(x *big.Float, prec uint) *big.Float { return new(big.Float).SetPrec(prec).Set(x) }

// small returns the integer n with the precision of x.
func small(n int64, x *big.Float) *big.Float {
	return new(big.Float).SetPrec(x.Prec()).SetInt64(n)
}

// exponent returns e with 2^(e-1) ≤ |x| < 2^e, and a very negative number for
// zero.
func exponent(x *big.Float) int {
	if x.Sign() == 0 {
		return -1 << 30
	}
	return x.MantExp(nil)
}

// approx returns x as a float64, which must be in range.
func approx(x *big.Float) float64 {
	f, _ := x.Float64()
	return f
}

// nearest returns the integer nearest to x (either one halfway).
func nearest(x *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	i, _ := new(big.Float).SetPrec(x.Prec()+2).Add(x, half).Int(nil)
	return i
}

// extra is how many bits more than those of its result a function computes
// with, where it does not know better.
const extra = 40

// odd takes the sign of an odd function off: it returns f(|x|) with the
// sign of x.
func odd(x *big.Float, f func(x *big.Float) *big.Float) *big.Float {
	if x.Sign() < 0 {
		return Neg(f(Neg(x)))
	}
	return f(x)
}

// guess returns f of the float64 nearest to x, for a first step of
// Newton's method.
func guess(x *big.Float, f func(float64) float64, prec uint) *big.Float {
	y := f(approx(x))
	if math.IsNaN(y) || math.IsInf(y, 0) {
		panic("highprec: no first guess")
	}
	return New(y, prec)
}
