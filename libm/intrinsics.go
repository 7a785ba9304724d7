package libm

import (
	"math"
	"math/bits"
)

// The functions below have instructions of their own in the vector kernels; a
// definition may call them beside the operators. The generator knows them by
// name.

type float interface{ float32 | float64 }

// sel returns a where c holds, else b. Both are computed.
func sel[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// fma returns x*y + z with one rounding. (One function for both types would be
// too large for the compiler to inline.)
func fma(x, y, z float64) float64 { return math.FMA(x, y, z) }

// fma32 is fma for float32.
//
// It rounds the exact sum to odd in float64 and then to float32: where the sum is
// inexact the neighbour with the odd last bit is taken, which no halfway point
// of float32 can be confused with (Boldo and Melquiond, "When double rounding is
// odd", 2005).
func fma32(x, y, z float32) float32 {
	p := float64(x) * float64(y)
	c := float64(z)
	s := float64(p + c)
	// What the rounding of s lost, exactly (Knuth's TwoSum).
	t := float64(s - p)
	lost := float64(float64(p-float64(s-t)) + float64(c-t))
	b := math.Float64bits(s)
	if lost != 0 && b&1 == 0 && b&^(1<<63) < 0x7ff<<52 {
		if (lost > 0) == (s > 0) {
			b++
		} else {
			b--
		}
	}
	return float32(math.Float64frombits(b))
}

// sqrt returns the correctly rounded square root of x.
func sqrt[T float](x T) T { return T(math.Sqrt(float64(x))) }

// abs returns x with its sign bit cleared.
func abs[T float](x T) T { return T(math.Abs(float64(x))) }

// copysign returns the magnitude of x with the sign of y.
func copysign[T float](x, y T) T { return T(math.Copysign(float64(x), float64(y))) }

// rint returns the integer nearest to x, halves to even.
func rint[T float](x T) T { return T(math.RoundToEven(float64(x))) }

// floor returns the greatest integer not above x.
func floor[T float](x T) T { return T(math.Floor(float64(x))) }

// trunc returns x without its fraction.
func trunc[T float](x T) T { return T(math.Trunc(float64(x))) }

// bits64 returns the bits of x.
func bits64(x float64) uint64 { return math.Float64bits(x) }

// from64 returns the float64 with the bits u.
func from64(u uint64) float64 { return math.Float64frombits(u) }

// bits32 returns the bits of x.
func bits32(x float32) uint32 { return math.Float32bits(x) }

// from32 returns the float32 with the bits u.
func from32(u uint32) float32 { return math.Float32frombits(u) }

// mulhi returns the upper 64 bits of the product of x and y.
func mulhi(x, y uint64) uint64 {
	hi, _ := bits.Mul64(x, y)
	return hi
}

// scale returns x times 2 to the power k, rounded once. k is an integer with
// |k| ≤ 2000, and both x and x times 2 to the power k/2 are from 2^-1010 to
// 2^1010 in magnitude, or x is 0, infinite or NaN. (Other arguments give
// something, the same in no two kernels: the definitions must not use it.)
func scale(x, k float64) float64 {
	// Half the power first, exactly; the rest rounds.
	h := rint(float64(k * 0.5))
	return float64(float64(x*pow2(h)) * pow2(k-h))
}

// pow2 returns 2 to the power k, an integer with |k| ≤ 1022.
func pow2(k float64) float64 {
	return from64(bits64(k+0x1.8p52+1023) << 52)
}

// scale32 is scale for float32, with |k| ≤ 250.
func scale32(x, k float32) float32 {
	h := rint(float32(k * 0.5))
	return float32(float32(x*pow2of32(h)) * pow2of32(k-h))
}

// pow2of32 returns 2 to the power k, an integer with |k| ≤ 126.
func pow2of32(k float32) float32 {
	return from32(bits32(k+0x1.8p23+127) << 23)
}
