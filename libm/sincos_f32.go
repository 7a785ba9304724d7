package libm

// reduce32 returns the whole number q of right angles nearest to x ≥ 0, of which
// the lowest two bits count, and the rest as a sum r + lost of about 48 bits,
// |r| ≤ π/4 and little more.
func reduce32(x float32) (r, lost float32, q uint32) {
	t := fma32(x, f32TwoOverPi, 0x1.8p23)
	k := t - 0x1.8p23
	n := bits32(t)
	// The first difference is exact (what it cancels has no more bits than x),
	// and so is the product in the second one.
	a := fma32(k, -f32PiHalfPart1, x)
	b := fma32(k, -f32PiHalfPart2, a)
	c := fma32(k, -f32PiHalfPart3, fma32(k, -f32PiHalfPart2, a-b))
	if x >= 6000 {
		b, c, n = reduceLarge32(x)
	}
	return b, c, n
}

// reduceLarge32 is reduce32 for 1 ≤ x: of the product with 2/π only the bits
// that matter are computed (Payne and Hanek, "Radian reduction for trigonometric
// functions", 1983). Infinity and NaN give NaN.
func reduceLarge32(x float32) (rest, lost float32, q uint32) {
	u := bits32(x)
	m := u&0x7fffff | 0x800000
	// x = m·2^(e-150). The bits of 2/π from weight 2^(151-e) down give the
	// product modulo 4.
	e := u >> 23
	i := (e - 120) >> 5
	s := (e - 120) & 31
	w0 := f32TwoOverPiWords[i&7]
	w1 := f32TwoOverPiWords[(i+1)&7]
	w2 := f32TwoOverPiWords[(i+2)&7]
	w3 := f32TwoOverPiWords[(i+3)&7]
	w0 = w0<<s | w1>>1>>(31-s)
	w1 = w1<<s | w2>>1>>(31-s)
	w2 = w2<<s | w3>>1>>(31-s)
	// The product's two upper words, in units of 2^-30 and 2^-62 right angles.
	low := m*w1 + mulHigh24(m, w2)
	high := m*w0 + mulHigh24(m, w1) + sel(low < m*w1, uint32(1), 0)
	n := (high + 1<<29) >> 30
	signed := int32(high - n<<30)
	// As floats, each exact, in units of 2^-30: a+b has 24 bits and more below,
	// whatever cancelled.
	a := float32(signed)
	b := float32(signed-int32(a)) + float32(float32(int32(low>>8))*0x1p-24)
	c := float32(float32(int32(low&0xff)) * 0x1p-32)
	sum := a + b
	tail := (b - (sum - a)) + c
	// Times π/2.
	h := float32(sum * f32PiHalfHi)
	l := fma32(sum, f32PiHalfHi, -h)
	l = fma32(sum, f32PiHalfLo, l)
	l = fma32(tail, f32PiHalfHi, l)
	r := h + l
	l = l - (r - h)
	r = sel(e == 255, from32(0x7fc00000), r)
	return float32(r * 0x1p-30), float32(l * 0x1p-30), n
}

// mulHigh24 returns the upper 32 bits of the 64-bit product of m < 2²⁴ and w.
func mulHigh24(m, w uint32) uint32 {
	m1 := m >> 12
	m0 := m & 0xfff
	w1 := w >> 16
	w0 := w & 0xffff
	t := m0*w0>>12 + m1*w0
	t = t>>4 + m0*w1
	return (t>>12 + m1*w1) >> 4
}

// sinPoly32 returns the sine of r + lost, z = r², |r| ≤ π/4.
func sinPoly32(r, lost, z float32) float32 {
	p := fma32(f32SinP7, z, f32SinP5)
	p = fma32(p, z, f32SinP3)
	return r + fma32(p, float32(z*r), lost)
}

// cosPoly32 returns the cosine of r + lost, z = r², |r| ≤ π/4. The half square
// is not made of z, which is rounded.
func cosPoly32(r, lost, z float32) float32 {
	p := fma32(f32CosP8, z, f32CosP6)
	p = fma32(p, z, f32CosP4)
	p = fma32(float32(p*z), z, -float32(r*lost))
	return fma32(float32(r*f32CosP2), r, p) + 1
}

// SinF32 returns the sine of x radians. Largest error: 0.88 ulp.
//
// Special cases are those of [math.Sin].
func SinF32(x float32) float32 {
	r, lost, q := reduce32(abs(x))
	z := float32(r * r)
	y := sel(q&1 == 0, sinPoly32(r, lost, z), cosPoly32(r, lost, z))
	return from32(bits32(y) ^ (bits32(x)^q<<30)&0x80000000)
}

// CosF32 returns the cosine of x radians. Largest error: 0.88 ulp.
//
// Special cases are those of [math.Cos].
func CosF32(x float32) float32 {
	r, lost, q := reduce32(abs(x))
	z := float32(r * r)
	y := sel(q&1 == 0, cosPoly32(r, lost, z), sinPoly32(r, lost, z))
	return from32(bits32(y) ^ (q+1)<<30&0x80000000)
}
