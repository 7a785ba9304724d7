package libm

// AtanF32 returns the arctangent of x, in [-π/2, π/2].
//
// Beyond 1 it is π/2 less the arctangent of the reciprocal. Up to 1 there are
// 16 pieces, as in TanhF32. Largest error: 0.65 ulp.
//
// Special cases are those of [math.Atan].
func AtanF32(x float32) float32 {
	a := abs(x)
	// Already here the result is π/2.
	a = sel(a > 0x1p30, 0x1p30, a)
	inverted := a > 1
	q := sel(inverted, 1/a, a)
	// Where the pieces begin is said in internal/coeff/f32_pieces.go.
	first := q < 0.0859375
	i := (bits32(sel(first, 0.0703125, q)) - 0x3d900000) >> 21
	t := q - f32AtanCenter[i&15]
	// What the reciprocal lost.
	t = t + sel(inverted, float32(fma32(-q, a, 1)*q), 0)
	p := fma32(f32AtanP4[i&15], t, f32AtanP3[i&15])
	p = fma32(p, t, f32AtanP2[i&15])
	p = fma32(p, t, f32AtanP1[i&15])
	p = fma32(p, t, f32AtanP0[i&15])
	v := sel(first, q, f32AtanValue[i&15])
	d := f32PiHalfHi - v
	// What the difference lost.
	lost := (f32PiHalfHi - d) - v + f32PiHalfLo
	y := sel(inverted, d, v) + fma32(p, sel(inverted, -t, t), sel(inverted, lost, 0))
	return copysign(y, x)
}

// Atan2F32 returns the angle of the point (x, y), in [-π, π]: the arctangent
// of the quotient that is at most 1, turned. Largest error seen: 0.5001 ulp.
//
// Special cases are those of [math.Atan2].
func Atan2F32(y, x float32) float32 {
	a := float64(x)
	b := float64(y)
	c := abs(a)
	d := abs(b)
	steep := d > c
	n := sel(steep, c, d)
	m := sel(steep, d, c)
	q := n / m
	if !(m > 0 && m < from64(0x7ff<<52)) {
		// Both are zero, or infinite.
		q = sel(n == m, sel(m == 0, float64(0), 1), q)
	}
	z := float64(q * q)
	p := fma(innerAtanP13, z, innerAtanP12)
	p = fma(p, z, innerAtanP11)
	p = fma(p, z, innerAtanP10)
	p = fma(p, z, innerAtanP9)
	p = fma(p, z, innerAtanP8)
	p = fma(p, z, innerAtanP7)
	p = fma(p, z, innerAtanP6)
	p = fma(p, z, innerAtanP5)
	p = fma(p, z, innerAtanP4)
	p = fma(p, z, innerAtanP3)
	p = fma(p, z, innerAtanP2)
	p = fma(p, z, innerAtanP1)
	r := fma(float64(p*z), q, q)
	r = sel(steep, innerPiHalfHi-r, r)
	r = sel(bits64(a)>>63 != 0, innerPi-r, r)
	return float32(copysign(r, b))
}
