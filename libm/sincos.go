package libm

// Sin returns the sine of x, an angle in radians, with an error below 0.85 ulp.
//
//	Sin(±0) = ±0
//	Sin(±Inf) = NaN
//	Sin(NaN) = NaN
func Sin(x float64) float64 {
	r, lo, q := reduceQuarter(abs(x))
	sign := (bits64(x) ^ q<<62) & (1 << 63)
	return from64(bits64(sinOfTurned(r, lo, q)) ^ sign)
}

// Cos returns the cosine of x, an angle in radians, with an error below 0.85 ulp.
//
//	Cos(±Inf) = NaN
//	Cos(NaN) = NaN
func Cos(x float64) float64 {
	// A quarter turn ahead of the sine.
	r, lo, k := reduceQuarter(abs(x))
	q := k + 1
	sign := q << 62 & (1 << 63)
	return from64(bits64(sinOfTurned(r, lo, q)) ^ sign)
}

// sinOfTurned returns the sine of r+lo where q is even and the cosine where it
// is odd, for |r| ≤ π/4 and |lo| far below |r|.
func sinOfTurned(r, lo float64, q uint64) float64 {
	lead, rest := sinParts(r, lo, q)
	return lead + rest
}

// sinParts returns what sinOfTurned does, before the last addition.
//
// Both are a leading part, exact or nearly so, and a polynomial below an eighth of
// it. Lanes differ in which of the two they need, so the coefficients are chosen
// before the polynomial is evaluated, once, instead of the results of both: a
// choice is cheaper than an fma, and these wait for nothing.
func sinParts(r, lo float64, q uint64) (lead, rest float64) {
	odd := q&1 != 0
	z := float64(r * r)
	c, lost := leadingCos(z)
	// The derivatives: sin(r + lo) = sin r + lo·cos r + …, and -sin r for the cosine.
	rest = fma(sel(odd, -r, c), lo, sel(odd, lost, 0))
	p := fma(z, sel(odd, cosP14, sinP13), sel(odd, cosP12, sinP11))
	p = fma(z, p, sel(odd, cosP10, sinP9))
	p = fma(z, p, sel(odd, cosP8, sinP7))
	p = fma(z, p, sel(odd, cosP6, sinP5))
	p = fma(z, p, sel(odd, cosP4, sinP3))
	return sel(odd, c, r), fma(float64(z*sel(odd, z, r)), p, rest)
}

// leadingCos returns 1 - z/2 and what its rounding loses.
func leadingCos(z float64) (c, lost float64) {
	c = fma(z, -0.5, 1)
	return c, fma(z, -0.5, 1-c)
}
