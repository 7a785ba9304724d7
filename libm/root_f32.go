package libm

// CbrtF32 returns the cube root of x: those of a power of two, of an entry of
// a table, and of a number near 1. Largest error: 0.501 ulp.
//
// Special cases are those of [math.Cbrt].
func CbrtF32(x float32) float32 {
	a := float64(x)
	b := abs(a)
	k, i, u := innerSplit(b)
	r := innerRest(i, u)
	p := fma(innerCbrtP6, r, innerCbrtP5)
	p = fma(p, r, innerCbrtP4)
	p = fma(p, r, innerCbrtP3)
	p = fma(p, r, innerCbrtP2)
	p = fma(p, r, innerCbrtP1)
	y := fma(float64(p*innerCbrt[i&15]), r, innerCbrt[i&15])
	// Of the power of two a third, and the cube root of what is over.
	third := rint(float64(k * (1. / 3)))
	over := fma(third, -3, k)
	y = float64(y * sel(over > 0, innerCbrtOf2, sel(over < 0, 0.5*innerCbrtOf4, 1)))
	y = float64(y * pow2(third))
	if !(b > 0 && b < from64(0x7ff<<52)) {
		y = b
	}
	return float32(copysign(y, a))
}

// HypotF32 returns the length of the vector (x, y). Largest error seen: 0.5001
// ulp.
//
// Special cases are those of [math.Hypot].
func HypotF32(x, y float32) float32 {
	a := abs(float64(x))
	b := abs(float64(y))
	// The squares are exact, and of float32s the sum is far from the ends of float64.
	r := sqrt(fma(a, a, float64(b*b)))
	inf := from64(0x7ff << 52)
	return float32(sel(a == inf || b == inf, inf, r))
}
