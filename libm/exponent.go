package libm

import "math"

// The functions below have exact results, those of package math. They are here
// for the vector kernels.

// parts returns m and e with x = m·2**e and 1 ≤ |m| < 2, for an x that is
// neither 0 nor infinite nor NaN.
func parts(x float64) (m float64, e int64) {
	z, bias := x, int64(1023)
	if abs(x) < 0x1p-1022 {
		z = float64(x * 0x1p54)
		bias = 1023 + 54
	}
	u := bits64(z)
	return from64(u&^(0x7ff<<52) | 1023<<52), int64(u>>52&0x7ff) - bias
}

// hasParts reports whether x is finite and not 0.
func hasParts(x float64) bool { return x != 0 && abs(x) <= math.MaxFloat64 }

// fromInt returns k as a float64, for |k| < 2**51.
func fromInt(k int64) float64 {
	return from64(uint64(k)+0x4338<<48) - 0x1.8p52
}

// FrexpFrac returns the fraction of x in [½, 1), the first result of
// [math.Frexp].
func FrexpFrac(x float64) float64 {
	m, _ := parts(x)
	return sel(hasParts(x), float64(m*0.5), x)
}

// FrexpExp returns the exponent of x, the second result of [math.Frexp].
func FrexpExp(x float64) int64 {
	_, e := parts(x)
	return sel(hasParts(x), e+1, 0)
}

// Logb returns the binary exponent of x.
//
// Special cases are those of [math.Logb].
func Logb(x float64) float64 {
	_, e := parts(x)
	return sel(hasParts(x), fromInt(e), sel(x == 0, from64(0xfff<<52), abs(x)))
}

// Ilogb returns the binary exponent of x as an integer.
//
// Special cases are those of [math.Ilogb].
func Ilogb(x float64) int64 {
	_, e := parts(x)
	return sel(hasParts(x), e, sel(x == 0, int64(math.MinInt32), math.MaxInt32))
}

// Ldexp returns x times 2 to the power y, rounded once.
//
// Special cases are those of [math.Ldexp].
func Ldexp(x float64, y int64) float64 {
	m, e := parts(x)
	// Far beyond the range of exponents the result is the same. (A sum that
	// wraps is what package math has, too.)
	k := e + y
	k = sel(k > 1500, 1500, k)
	k = sel(k < -1500, -1500, k)
	return sel(hasParts(x), scale(m, fromInt(k)), x)
}

// Nextafter returns the neighbour of x in the direction of y.
//
// Special cases are those of [math.Nextafter].
func Nextafter(x, y float64) float64 {
	u := bits64(x)
	outwards := y > x && x > 0 || y < x && x < 0
	r := from64(sel(outwards, u+1, u-1))
	r = sel(x == 0, copysign(from64(1), y), r)
	r = sel(x == y, x, r)
	return sel(x != x || y != y, x+y, r)
}

// In float64 a float32 has no denormals, and all of these are exact.

// FrexpFracF32 is [FrexpFrac] for float32.
func FrexpFracF32(x float32) float32 { return float32(FrexpFrac(float64(x))) }

// FrexpExpF32 is [FrexpExp] for float32.
func FrexpExpF32(x float32) int64 { return FrexpExp(float64(x)) }

// LogbF32 is [Logb] for float32.
func LogbF32(x float32) float32 { return float32(Logb(float64(x))) }

// IlogbF32 is [Ilogb] for float32.
func IlogbF32(x float32) int64 { return Ilogb(float64(x)) }

// LdexpF32 is [Ldexp] for float32. It rounds once: where the float64 result is
// rounded, float32 has only 0 left.
func LdexpF32(x float32, y int64) float32 { return float32(Ldexp(float64(x), y)) }

// NextafterF32 is [Nextafter] for float32.
func NextafterF32(x, y float32) float32 {
	u := bits32(x)
	outwards := y > x && x > 0 || y < x && x < 0
	r := from32(sel(outwards, u+1, u-1))
	r = sel(x == 0, copysign(from32(1), y), r)
	r = sel(x == y, x, r)
	return sel(x != x || y != y, x+y, r)
}
