package libm

// The remainders of float32 are exact in float64, and their results float32.

// ModF32 returns the remainder of x divided by y, with the sign of x. It is
// exact.
//
// Special cases are those of [math.Mod].
func ModF32(x, y float32) float32 {
	u, v := float64(x), float64(y)
	r := modOfF32(abs(u), abs(v))
	return float32(modSpecial(u, v, from64(bits64(r)|bits64(u)&(1<<63))))
}

// RemainderF32 returns x - n·y for the integer n nearest to x/y, the even one
// of two. It is exact.
//
// Special cases are those of [math.Remainder].
func RemainderF32(x, y float32) float32 {
	u, v := float64(x), float64(y)
	b := abs(v)
	r := toNearest(modOfF32(abs(u), b+b), b)
	return float32(modSpecial(u, v, from64(bits64(r)^bits64(u)&(1<<63))))
}

// modOfF32 is modOf for a and b in the range of float32: quotients are below
// 2^277.
func modOfF32(a, b float64) float64 {
	r := a
	if a > float64(b*0x1p52) {
		r = modStep(r, float64(b*0x1p260))
		r = modStep(r, float64(b*0x1p208))
		r = modStep(r, float64(b*0x1p156))
		r = modStep(r, float64(b*0x1p104))
		r = modStep(r, float64(b*0x1p52))
	}
	return modStep(r, b)
}
