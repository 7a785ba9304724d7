package libm

// Sin returns the sine of x, an angle in radians, with an error below 0.8 ulp.
//
//	Sin(±0) = ±0
//	Sin(±Inf) = NaN
//	Sin(NaN) = NaN
func Sin(x float64) float64 {
	r, lo, q := reduceQuarter(abs(x))
	sign := (bits64(x) ^ q<<62) & (1 << 63)
	return from64(bits64(sinOfTurned(r, lo, q)) ^ sign)
}

// Cos returns the cosine of x, an angle in radians, with an error below 0.8 ulp.
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
// is odd, for |r| ≤ π/4 and |lo| ≪ |r|.
func sinOfTurned(r, lo float64, q uint64) float64 {
	s1, s2 := sinParts(r, lo)
	c1, c2 := cosParts(r, lo)
	odd := q&1 != 0
	return sel(odd, c1, s1) + sel(odd, c2, s2)
}

// sinParts returns the sine of r+lo as r and a correction, below an eighth of it,
// with an error of some hundredths of an ulp of the sum.
func sinParts(r, lo float64) (hi, rest float64) {
	z := float64(r * r)
	zz := float64(z * z)
	// Pairs of terms, for they do not wait for each other (Estrin's scheme).
	p := fma(fma(fma(z, sinP13, sinP11), zz, fma(z, sinP9, sinP7)), zz, fma(z, sinP5, sinP3))
	// sin(r + lo) = sin r + lo·cos r + …
	return r, fma(float64(r*z), p, float64(lo*fma(z, -0.5, 1)))
}

// cosParts returns the cosine of r+lo as 1 - r²/2, rounded, and a correction,
// with an error of ¼ ulp of the sum: half an ulp of r².
func cosParts(r, lo float64) (hi, rest float64) {
	z := float64(r * r)
	zz := float64(z * z)
	p := fma(fma(fma(z, cosP14, cosP12), zz, fma(z, cosP10, cosP8)), zz, fma(z, cosP6, cosP4))
	hi = fma(z, -0.5, 1)
	lost := fma(z, -0.5, 1-hi)
	// cos(r + lo) = cos r - lo·sin r + …
	return hi, fma(zz, p, fma(-r, lo, lost))
}
