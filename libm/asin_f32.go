package libm

// innerArc returns asin s for the s of which the arcsine and arccosine of
// a are made, and whether that is √((1-a)/2), a above ½, or a itself.
func innerArc(a float64) (float64, bool) {
	above := a > 0.5
	z := sel(above, fma(a, -0.5, 0.5), float64(a*a))
	s := sel(above, sqrt(z), a)
	p := fma(innerAsinP8, z, innerAsinP7)
	p = fma(p, z, innerAsinP6)
	p = fma(p, z, innerAsinP5)
	p = fma(p, z, innerAsinP4)
	p = fma(p, z, innerAsinP3)
	p = fma(p, z, innerAsinP2)
	p = fma(p, z, innerAsinP1)
	return fma(float64(p*z), s, s), above
}

// AsinF32 returns the arcsine of x, in [-π/2, π/2]. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Asin].
func AsinF32(x float32) float32 {
	a := float64(x)
	y, above := innerArc(abs(a))
	return float32(copysign(sel(above, fma(y, -2, innerPiHalfHi), y), a))
}

// AcosF32 returns the arccosine of x, in [0, π]. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Acos].
func AcosF32(x float32) float32 {
	a := float64(x)
	y, above := innerArc(abs(a))
	// The arccosine of |x|, and of x.
	y = sel(above, float64(2*y), innerPiHalfHi-y)
	return float32(sel(a < 0, innerPi-y, y))
}
