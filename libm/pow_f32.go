package libm

// PowF32 returns x to the power y: 2 to the power of y·log₂ x. Largest error
// seen: 0.5001 ulp.
//
// Special cases are those of [math.Pow].
func PowF32(x, y float32) float32 {
	a := float64(x)
	b := float64(y)
	p := innerExp2(clamp(float64(b*innerLog2(abs(a))), -200, 200))
	if !(a > 0 && a < from64(0x7ff<<52) && abs(b) < from64(0x7ff<<52)) {
		p = innerPowRare(a, b, p)
	}
	return float32(p)
}

// innerPowRare returns a to the power b where a is not positive or one of them is
// not finite, given |a| to the power b where a and b are finite and not 0.
func innerPowRare(a, b, p float64) float64 {
	inf := from64(0x7ff << 52)
	m := abs(a)
	// Zero or infinity, to any power but 0, and all to an infinite power.
	ends := m == 0 || m == inf || abs(b) == inf
	grows := m > 1 && b > 0 || m < 1 && b < 0
	r := sel(ends, sel(grows, inf, 0), p)
	whole := rint(b) == b
	half := float64(b * 0.5)
	odd := whole && rint(half) != half
	r = sel(odd && bits64(a)>>63 != 0, -r, r)
	nan := a != a || b != b || a < 0 && m != inf && !whole
	r = sel(nan, from64(0x7ff8<<48), r)
	return sel(b == 0 || a == 1 || m == 1 && abs(b) == inf, 1, r)
}
