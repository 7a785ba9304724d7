package libm

// PowF32 returns x to the power y.
func PowF32(x, y float32) float32 {
	a := float64(x)
	b := float64(y)
	m := abs(a)
	t := clamp(float64(b*innerLog2(m)), -200, 200)
	p := innerExp2(t)
	if !(a > 0 && a < from64(0x7ff<<52) && abs(b) < from64(0x7ff<<52)) {
		inf := from64(0x7ff << 52)
		// Zero or infinity, to any power but 0, and all to an infinite power.
		ends := m == 0 || m == inf || abs(b) == inf
		grows := m > 1 && b > 0 || m < 1 && b < 0
		p = sel(ends, sel(grows, inf, 0), p)
		whole := rint(b) == b
		half := float64(b * 0.5)
		odd := whole && rint(half) != half
		p = sel(odd && bits64(a)>>63 != 0, -p, p)
		nan := a != a || b != b || a < 0 && m != inf && !whole
		p = sel(nan, from64(0x7ff8<<48), p)
		p = sel(b == 0 || a == 1 || m == 1 && abs(b) == inf, 1, p)
	}
	return float32(p)
}
