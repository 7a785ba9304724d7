package libm

// reduceLimit bounds the arguments that reduceQuarter subtracts multiples of
// π/2 from directly: the products with the second part of π/2 are exact for
// fewer than 2²² of them.
const reduceLimit = 0x1p22

// reduceQuarter returns a ≥ 0 less the nearest multiple k of π/2, as a sum r+lo
// with |r| ≤ π/4 (and a few 2^-30 more) and an error below 2^-61 of it, and an
// integer q whose last two bits are those of k. It gives NaN for +Inf and NaN.
//
// W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980,
// chapter 8; with fma as in J.-M. Muller et al., Handbook of Floating-Point
// Arithmetic, 2nd ed. 2018, section 11.2. With the parts of π/2 in coeff_trig_gen.go:
//
//   - a - k·halfPi1 is exact. All its bits are multiples of 2^-53, as a's are
//     where k ≠ 0, and it is below 1.
//   - k·halfPi2 is a multiple of 2^-84 below 2^-31, so what its subtraction
//     leaves has 53 bits unless it is above 2^-31: then k·halfPi2 is the smaller
//     term and the rounding error is found exactly (Dekker's FastTwoSum).
//   - k·halfPi3 is rounded by k·2^-139 at most, and the parts leave k·2^-141. No
//     float64 up to the limit is nearer than k·2^-75 to k·π/2 (a test looks).
func reduceQuarter(a float64) (r, lo float64, q uint64) {
	// Adding 1.5·2^52 rounds to an integer, which the last bits then are.
	n := fma(a, twoOverPi, 0x1.8p52)
	minusK := 0x1.8p52 - n
	s := fma(minusK, halfPi1, a)
	r = fma(minusK, halfPi2, s)
	lo = fma(minusK, halfPi3, fma(minusK, halfPi2, s-r))
	q = bits64(n)
	if a > reduceLimit {
		r, lo, q = reduceHuge(a)
	}
	return r, lo, q
}

// reduceHuge is reduceQuarter for a > reduceLimit.
//
// M. H. Payne and R. N. Hanek, "Radian Reduction for Trigonometric Functions",
// SIGNUM Newsletter 18, 1983, and K. C. Ng, "Argument Reduction for Huge
// Arguments: Good to the Last Bit", 1992: of the product of a and 2/π only the
// bits from 2 down to 2^-125 matter, since multiples of 4 are whole turns, and
// no quotient is nearer to an integer than 2^-62 (Muller, Elementary Functions,
// 3rd ed. 2016, section 11.3.2). Here the bits are in floats, whose products are
// split by fma; N. Shibata and F. Petrogalli (SLEEF, IEEE TPDS 31, 2020,
// section 3.4) do it likewise with a row of the table for each exponent.
func reduceHuge(a float64) (r, lo float64, q uint64) {
	// a = m·2^(32(i-1)) with an integer m < 2^85; the entries i of the tables
	// add up to 2/π·2^(32(i-1)), less a multiple of 4.
	u := bits64(a)
	e := u>>52 - (1023 + 52 - 32)
	i := e >> 5
	m := from64(u&(1<<52-1) | (e&31+1023+52)<<52)
	a1 := float64(m * quarterTurnsA[i&31])
	a2 := fma(m, quarterTurnsA[i&31], -a1)
	b1 := float64(m * quarterTurnsB[i&31])
	b2 := fma(m, quarterTurnsB[i&31], -b1)
	c1 := float64(m * quarterTurnsC[i&31])
	c2 := fma(m, quarterTurnsC[i&31], -c1)
	d := float64(m * quarterTurnsD[i&31])
	// The first sum is exact: multiples of 2^-50, at most 4.
	t, b3 := twoSum(withoutFours(a1)+withoutFours(a2), withoutFours(b1))
	n := t + 0x1.8p52
	q = bits64(n)
	// What is left is at most ½ and all bits below 2^-19, where the rest begins.
	f := t - (n - 0x1.8p52)
	f1, e1 := twoSum(f, b2)
	f2, e2 := twoSum(f1, c1)
	f3, e3 := twoSum(f2, b3)
	rest := e1 + e2 + (e3 + c2) + d
	h, l := fastTwoSum(f3, rest)
	// From quarter turns to radians.
	r = float64(h * halfPi1)
	lo = fma(h, halfPi1, -r)
	lo = fma(l, halfPi1, fma(h, halfPi2+halfPi3, lo))
	// Infinity becomes NaN.
	return r + (a - a), lo, q
}

// withoutFours returns x less the nearest multiple of 4, exactly.
func withoutFours(x float64) float64 {
	return x - float64(rint(float64(x*0.25))*4)
}

// twoSum returns the rounded sum of x and y and its error, exactly (Knuth, The
// Art of Computer Programming, vol. 2, section 4.2.2, theorem B).
func twoSum(x, y float64) (sum, err float64) {
	sum = x + y
	t := sum - x
	return sum, (x - (sum - t)) + (y - t)
}
