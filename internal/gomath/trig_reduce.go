package gomath

import "math"

// reduceLimit bounds the arguments that multiples of π/4 are subtracted from
// directly; from it on the digits of 4/π count.
const reduceLimit = 1 << 29

// reduceOctants returns a ≥ 0 less the nearest even multiple 2q of π/4 (what is halfway
// goes up), by W. J. Cody and W. Waite's subtraction in three parts (Software Manual for the
// Elementary Functions, 1980), as S. L. Moshier's Cephes has it. Of q the last two bits
// count. Infinity gives NaN.
//
// The products with the first two parts are exact, so that an fma has the same
// bits as a product and a subtraction.
func reduceOctants(a float64) (z float64, q uint64) {
	z, sum := reduceNear(a)
	q = bits64(sum)
	if a >= reduceLimit {
		z, q = reduceHuge(a)
	}
	return z, q
}

// reduceNear is reduceOctants for a < reduceLimit. The last bits of sum are those of q.
func reduceNear(a float64) (z, sum float64) {
	octant := floor(a * (4 / math.Pi))
	// Odd octants go to the next even one. The sum has half of it in its last bits.
	sum = fma(octant, 0.5, 0.25) + 0x1.8p52
	half := sum - 0x1.8p52
	z = fma(half, -2*quarterPi1, a)
	z = fma(half, -2*quarterPi2, z)
	z = z - half*(2*quarterPi3)
	return z, sum
}

// The parts of π/4.
const (
	quarterPi1 = 7.85398125648498535156e-1
	quarterPi2 = 3.77489470793079817668e-8
	quarterPi3 = 2.69515142907905952645e-15
)

// reduceHuge is reduceOctants for a ≥ reduceLimit: the three digits of 4/π that matter are
// multiplied by the 53 bits of a, as integers (M. H. Payne and R. N. Hanek, "Radian
// Reduction for Trigonometric Functions", SIGNUM Newsletter 18, 1983).
func reduceHuge(a float64) (z float64, q uint64) {
	u := bits64(a)
	m := u&(1<<52-1) | 1<<52
	// a = m·2^(e-61); the product's first digit has the weight 2^-61.
	e := u>>52 - (1023 + 52 - 61)
	i := e >> 6
	s := e & 63
	d0 := fourOverPi[i&31]
	d1 := fourOverPi[(i+1)&31]
	d2 := fourOverPi[(i+2)&31]
	d3 := fourOverPi[(i+3)&31]
	// A shift by 64 leaves nothing.
	d0 = d0<<s | d1>>(64-s)
	d1 = d1<<s | d2>>(64-s)
	d2 = d2<<s | d3>>(64-s)
	middle := d1 * m
	low := middle + mulhi(d2, m)
	high := d0*m + mulhi(d1, m) + sel(low < middle, uint64(1), 0)

	// Three bits of whole octants, and the fraction, of which 53 bits are kept, cut off.
	octant := high >> 61
	high = high<<3 | low>>61
	n := leadingZeros(high) + 1
	f := (high<<n | low>>(64-n)) >> 12
	z = from64(f | (1023-n)<<52)
	z = sel(octant&1 != 0, z-1, z)
	z = z * (math.Pi / 4)
	return z + (a - a), (octant + 1) >> 1
}

// leadingZeros returns the number of zeros before the first one in u, which is not 0:
// a float64 made of one of its halves has it in the exponent.
func leadingZeros(u uint64) uint64 {
	wide := u>>32 != 0
	half := sel(wide, u>>32, u)
	f := from64(half|0x433<<52) - 0x1p52
	return sel(wide, uint64(1023+31), 1023+63) - bits64(f)>>52
}

// fourOverPi has the binary digits of 4/π: the integer, and 1216 bits of the fraction.
var fourOverPi = [32]uint64{
	0x0000000000000001,
	0x45f306dc9c882a53, 0xf84eafa3ea69bb81, 0xb6c52b3278872083, 0xfca2c757bd778ac3, 0x6e48dc74849ba5c0,
	0x0c925dd413a32439, 0xfc3bd63962534e7d, 0xd1046bea5d768909, 0xd338e04d68befc82, 0x7323ac7306a673e9,
	0x3908bf177bf25076, 0x3ff12fffbc0b301f, 0xde5e2316b414da3e, 0xda6cfd9e4f96136e, 0x9e8c7ecd3cbfd45a,
	0xea4f758fd7cbe2f6, 0x7a0e73ef14a525d4, 0xd7f6bf623f1aba10, 0xac06608df8f6d757,
}
