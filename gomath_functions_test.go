package lockstep_test

import "math"

// The functions of this file are compiled and, from its text, run in lockstep: see
// TestGoMathIsGos.

// Exponentials returns functions that grow and shrink.
func Exponentials(x float64) (a, b, c, d, e, f, g, h float64) {
	return math.Exp(x), math.Exp2(x), math.Expm1(x), math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x),
		math.Cbrt(x)
}

// Angles returns trigonometric functions and their inverses.
func Angles(x, y float64) (a, b, c, d, e, f, g, h, i, j float64) {
	s, t := math.Sincos(y)
	return math.Sin(x), math.Cos(x), math.Tan(x), math.Asin(x), math.Acos(x), math.Atan(x), math.Atan2(x, y),
		math.Hypot(x, y), s, t
}

// Hyperbolas returns hyperbolic functions and their inverses.
func Hyperbolas(x float64) (a, b, c, d, e, f float64) {
	return math.Sinh(x), math.Cosh(x), math.Tanh(x), math.Asinh(x), math.Acosh(x), math.Atanh(x)
}

// Special returns functions of physics and statistics.
func Special(x float64) (a, b, c, d, e, f float64, sign int) {
	l, s := math.Lgamma(x)
	return math.Erf(x), math.Erfc(x), math.Erfinv(x), math.Erfcinv(x), math.Gamma(x), l, s
}

// Bessel returns Bessel functions.
func Bessel(x float64, n int) (a, b, c, d, e, f float64) {
	n &= 7
	return math.J0(x), math.J1(x), math.Y0(x), math.Y1(x), math.Jn(n, x), math.Yn(n, x)
}

// Orders returns Bessel functions of orders of which machine code has some, constant ones, and those
// of a loop.
func Orders(x float64, n int) (a, b, c float64, narrow float32) {
	if n&3 == 0 {
		return math.Jn(n>>50, x), 0, 0, 0
	}
	b = math.Jn(3, x) - math.Yn(-2, x)
	for i := range n >> 2 & 7 {
		a += math.Jn(i, x)
		c = math.Yn(n>>50&^1+i, x)
		narrow -= float32(math.Jn(i*i, float64(float32(b))))
	}
	return a, b, c, narrow
}

// Powers returns functions of two operands, and of parts of numbers.
func Powers(x, y float64, n int) (a, b, c, d, e, f, g float64, h int) {
	whole, part := math.Modf(x)
	fraction, exponent := math.Frexp(x)
	return math.Pow(x, y), math.Pow(x, float64(n&15)), math.Mod(x, y), math.Remainder(x, y), whole, part,
		math.Pow10(n&31) * fraction, exponent
}

// Narrow returns functions of float32.
func Narrow(x, y float32) (a, b, c, d, e, f float32) {
	return float32(math.Exp(float64(x))), float32(math.Log(float64(x))), float32(math.Sin(float64(x))),
		float32(math.Pow(float64(x), float64(y))), float32(math.Erf(float64(x))), float32(math.J0(float64(x)))
}

// Series calls functions in a loop that lanes leave at different times.
func Series(x, y float64) float64 {
	s := 0.0
	for i := 0; i < 40 && math.Abs(s) < 50; i++ {
		square := float64(x * x) // which is not fused into a sum
		s += float64(math.Exp(-square)*math.Cos(y)) + math.Log1p(square)
		x, y = y, math.Sqrt(square+0.25)
		if s > 20 {
			y = math.Atan(y)
		}
	}
	return s
}
