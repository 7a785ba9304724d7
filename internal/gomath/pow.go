package gomath

// Pow returns x to the power y: by repeated squaring for the integer nearest to |y|, by
// Exp and Log for what that leaves, and 1 through the product where y is negative.
//
// Package math keeps the exponents of the products apart. Their significands are the
// same if it is not done, as long as no product leaves the range of normal numbers; so
// it is done, in a second attempt, only where the result is not well within that. There
// all special cases are found, too: what is computed for them first is 0, infinite or NaN.
func Pow(x, y float64) float64 {
	a := abs(y)
	// The nearest integer, the lower one of two, is -m.
	m := floor(0.5 - a)
	fraction := a + m
	n := bits64(0x1p52-m) & (1<<52 - 1)
	first := sel(a == 0.5, from64(nanBits), 1)
	if !(a < 0x1p52) {
		fraction = 0
		u := bits64(a)
		n = (u&(1<<52-1) | 1<<52) << (u>>52 - 1075)
		first = sel(a < 0x1p63, first, from64(nanBits))
	}
	if fraction != 0 && a != 0.5 {
		first = Exp(fraction * Log(x))
	}
	z, base, bits := first, x, n
	for bits != 0 {
		z = sel(bits&1 != 0, z*base, z)
		base = base * base
		bits = bits >> 1
	}
	if y < 0 {
		z = 1 / z
	}
	if bits64(abs(z))-bits64(0x1p-700) > bits64(0x1p700)-bits64(0x1p-700) {
		special := !(abs(x) > 0 && abs(x) < from64(infBits) && a < 0x1p63) || fraction != 0 && x < 0
		if !special && a != 0.5 {
			z = powApart(x, y, n, first)
		}
		if a == 0.5 {
			z = sqrt(x)
			if y < 0 {
				z = 1 / z
			}
		}
		if special {
			z = powSpecial(x, y)
		}
	}
	return z
}

// powApart returns first times x to the power n, or 1 through that where y is negative,
// for finite x that are not 0. It keeps the exponents apart.
func powApart(x, y float64, n uint64, first float64) float64 {
	base, exponent := powFrexp(x)
	z, e := first, 0.0
	for n != 0 && abs(exponent) <= 0x1p12 {
		odd := n&1 != 0
		z = sel(odd, z*base, z)
		e = sel(odd, e+exponent, e)
		base = base * base
		exponent = exponent + exponent
		less := base < 0.5
		base = sel(less, base+base, base)
		exponent = sel(less, exponent-1, exponent)
		n = n >> 1
	}
	// Past 2^12 the exponent decides alone.
	e = e + sel(n != 0, exponent, 0)
	negative := y < 0
	m, more := powFrexp(sel(negative, 1/z, z))
	e = more + sel(negative, -e, e)
	e = sel(e > 1200, 1200, e)
	return scale(m, sel(e < -1200, -1200, e))
}

// powFrexp splits a finite x that is not 0 into a fraction, from 1/2 to 1 but for the
// sign, and an exponent.
func powFrexp(x float64) (fraction, exponent float64) {
	small := abs(x) < 0x1p-1022
	u := bits64(sel(small, x*0x1p54, x))
	exponent = from64(u>>52&0x7ff|0x433<<52) - sel(small, 0x1p52+1022+54, 0x1p52+1022)
	return from64(u&^(0x7ff<<52) | 0x3fe<<52), exponent
}

// powSpecial returns x to the power y where x is 0, infinite or NaN, y is infinite, NaN, or
// 2^63 or more in magnitude, or x is negative and y not an integer.
func powSpecial(x, y float64) float64 {
	a := abs(x)
	// 0 or infinite, and negative for an odd y.
	less, positive := a < 1, y > 0
	z := sel(less && positive || !less && !positive, 0, from64(infBits))
	integer := trunc(y) == y
	half := y * 0.5
	odd := integer && trunc(half) != half
	z = from64(bits64(z) | sel(odd, bits64(x)&(1<<63), 0))
	z = sel(a > 0 && a < from64(infBits) && x < 0 && !integer, from64(nanBits), z)
	z = sel(x == -1 && integer, 1, z)
	z = sel(x == x && y == y, z, from64(nanBits))
	return sel(x == 1 || y == 0, 1, z)
}
