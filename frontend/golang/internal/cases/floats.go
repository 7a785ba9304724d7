package cases

import "math"

func Mixed32(x, y float32) (a, b, c float32) {
	return float32(math.Sqrt(float64(x))), float32(math.Exp(float64(y))), float32(x*y) - y
}

func Constants(x float64) (a, b, c, d, e float64) {
	const third = 1.0 / 3
	const huge = 1 << 100
	return x + third, x * math.Pi, x - huge/(1<<98), x + math.MaxFloat64, x * math.SmallestNonzeroFloat64
}

func Constants32(x float32) (a, b, c float32) {
	const tenth = 0.1
	return x + tenth, x * math.MaxFloat32, x + 16777217
}

func Limits(x int64, u uint64) (a int64, b uint64, c int32, d bool) {
	return x ^ math.MinInt64, u &^ math.MaxUint32, math.MaxInt32, u == math.MaxUint64
}

func SelfCompare(x float64) (a, b bool) { return x != x, x == x }

func NotLess(x, y float64) int {
	n := 0
	if !(x < y) {
		n++
	}
	if !(x >= y) {
		n += 2
	}
	if x < y || x > y || x == y {
		n += 4
	}
	if !(x == y && y == y) {
		n += 8
	}
	return n
}

func Math1(x float64) (a, b, c, d, e, f, g, h, i, j float64) {
	return math.Abs(x), math.Ceil(x), math.Floor(x), math.Trunc(x), math.Round(x), math.RoundToEven(x), math.Sqrt(x),
		math.Cbrt(x), math.Exp(x), math.Exp2(x)
}

func Math2(x float64) (a, b, c, d, e, f, g, h, i, j float64) {
	return math.Expm1(x), math.Log(x), math.Log10(x), math.Log1p(x), math.Log2(x), math.Logb(x), math.Sin(x),
		math.Cos(x), math.Tan(x), math.Asin(x)
}

func Math3(x float64) (a, b, c, d, e, f, g, h, i, j float64) {
	return math.Acos(x), math.Atan(x), math.Sinh(x), math.Cosh(x), math.Tanh(x), math.Asinh(x), math.Acosh(x),
		math.Atanh(x), math.Erf(x), math.Erfc(x)
}

func Math4(x float64) (a, b, c, d, e, f, g float64) {
	return math.Erfinv(x), math.Erfcinv(x), math.Gamma(x), math.J0(x), math.J1(x), math.Y0(x), math.Y1(x)
}

func MathPair(x, y float64) (a, b, c, d, e, f, g, h, i, j float64) {
	return math.Atan2(x, y), math.Copysign(x, y), math.Dim(x, y), math.Hypot(x, y), math.Max(x, y), math.Min(x, y),
		math.Mod(x, y), math.Nextafter(x, y), math.Pow(x, y), math.Remainder(x, y)
}

func MathFMA(x, y, z float64) float64 { return math.FMA(x, y, z) }

func MathParts(x float64) (frac float64, exp int, i, f float64, lg float64, sign int, s, c float64, l int) {
	frac, exp = math.Frexp(x)
	i, f = math.Modf(x)
	lg, sign = math.Lgamma(x)
	s, c = math.Sincos(x)
	return frac, exp, i, f, lg, sign, s, c, math.Ilogb(x)
}

func MathInt(x float64, k int) (a, b, c, d float64) {
	n := k % 50
	return math.Jn(n, x), math.Yn(n, x), math.Ldexp(x, k), math.Pow10(k)
}

func MathTests(x float64, k int) (a, b, c, d, e, f bool, g, h, i float64) {
	return math.IsNaN(x), math.IsInf(x, 0), math.IsInf(x, 1), math.IsInf(x, -1), math.IsInf(x, k), math.Signbit(x),
		math.Inf(k), math.Inf(-1), math.NaN()
}

func MathBits(x float64, y float32, u uint64, v uint32) (a uint64, b uint32, c float64, d float32) {
	return math.Float64bits(x), math.Float32bits(y), math.Float64frombits(u), math.Float32frombits(v)
}

func MathNext32(x, y float32) float32 { return math.Nextafter32(x, y) }

func Horner(x float64) float64 {
	acc := 0.0
	for i := 5; i >= 0; i-- {
		acc = float64(acc*x) + 1/float64(i+1)
	}
	return acc
}
