package scalar

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/libm"
)

type floating interface{ float32 | float64 }
type unsigned interface{ uint32 | uint64 }
type integer interface {
	int32 | int64 | uint32 | uint64
}

// The functions below branch on unsafe.Sizeof of their type parameter, which
// is a constant of each instance: one of the branches is compiled.

// bitsOf returns the width of x in bits.
func bitsOf[T unsigned](x T) uint64 { return 8 * uint64(unsafe.Sizeof(x)) }

// fma returns x*y + z with one rounding.
func fma[T floating](x, y, z T) T {
	if unsafe.Sizeof(x) == 4 {
		return T(libm.FMA32(float32(x), float32(y), float32(z)))
	}
	return T(math.FMA(float64(x), float64(y), float64(z)))
}

// copysign returns the magnitude of x with the sign of y.
func copysign[T floating](x, y T) T {
	if unsafe.Sizeof(x) == 4 {
		const sign = 1 << 31
		return T(math.Float32frombits(math.Float32bits(float32(x))&^sign | math.Float32bits(float32(y))&sign))
	}
	return T(math.Copysign(float64(x), float64(y)))
}

// mulhi returns the upper half of the double-width product of x and y.
func mulhi[T integer](x, y T) T {
	signed := ^T(0) < 0
	switch {
	case unsafe.Sizeof(x) == 4 && signed:
		return T(uint64(int64(x)*int64(y)) >> 32)
	case unsafe.Sizeof(x) == 4:
		return T(uint64(x) * uint64(y) >> 32)
	}
	hi, _ := bits.Mul64(uint64(x), uint64(y))
	if signed {
		// Read as unsigned, a negative operand is 2⁶⁴ too large.
		hi -= uint64(int64(x)>>63)&uint64(y) + uint64(int64(y)>>63)&uint64(x)
	}
	return T(hi)
}

// divwide returns the double-width x:y divided by z, where z exceeds x: else the quotient
// does not fit, and it returns 0.
func divwide[T unsigned](x, y, z T) T {
	if z <= x {
		return 0
	}
	if unsafe.Sizeof(x) == 4 {
		return T((uint64(x)<<32 | uint64(y)) / uint64(z))
	}
	q, _ := bits.Div64(uint64(x), uint64(y), uint64(z))
	return T(q)
}

// remwide returns the remainder of that division, or 0 where divwide does.
func remwide[T unsigned](x, y, z T) T {
	if z <= x {
		return 0
	}
	if unsafe.Sizeof(x) == 4 {
		return T((uint64(x)<<32 | uint64(y)) % uint64(z))
	}
	_, r := bits.Div64(uint64(x), uint64(y), uint64(z))
	return T(r)
}
