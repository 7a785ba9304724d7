package libm

// TanF32 returns the tangent of x radians, as the quotient of sine and cosine
// of what is left of x less the nearest multiple of π/2. Largest error: 0.501
// ulp.
//
// Special cases are those of [math.Tan].
func TanF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	n := fma(b, innerTwoOverPi, 0x1.8p52)
	k := n - 0x1.8p52
	q := bits64(n)
	// The first difference is exact.
	r := fma(k, -innerPiHalfLo, fma(k, -innerPiHalfHi, b))
	if b >= 0x1p39 {
		r, q = innerReduceHuge(b)
	}
	z := float64(r * r)
	s := fma(innerSinP5, z, innerSinP4)
	s = fma(s, z, innerSinP3)
	s = fma(s, z, innerSinP2)
	s = fma(s, z, innerSinP1)
	s = fma(float64(s*z), r, r)
	c := fma(innerCosP5, z, innerCosP4)
	c = fma(c, z, innerCosP3)
	c = fma(c, z, innerCosP2)
	c = fma(c, z, innerCosP1)
	c = fma(c, z, 1)
	odd := q&1 != 0
	y := sel(odd, -c, s) / sel(odd, s, c)
	return float32(from64(bits64(y) ^ bits64(a)&(1<<63)))
}

// innerReduceHuge returns what is left of a > 2²² less the nearest multiple of
// π/2, and the multiple, of which the last bit counts. The second word of the
// rest is small enough to be left out.
func innerReduceHuge(a float64) (r float64, q uint64) {
	hi, lo, n := reduceHuge(a)
	return hi + lo, n
}
