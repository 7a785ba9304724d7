package libm

import "math"

// Mod returns the remainder of x divided by y, with the sign of x. It is exact.
//
// Special cases are those of [math.Mod].
func Mod(x, y float64) float64 {
	r := modOf(abs(x), abs(y))
	return modSpecial(x, y, from64(bits64(r)|bits64(x)&(1<<63)))
}

// Remainder returns x - n·y for the integer n nearest to x/y, the even one of
// two. It is exact.
//
// Special cases are those of [math.Remainder].
func Remainder(x, y float64) float64 {
	b := abs(y)
	r := toNearest(modOf(abs(x), b+b), b)
	return modSpecial(x, y, from64(bits64(r)^bits64(x)&(1<<63)))
}

// modSpecial returns r, or what is defined for arguments that have no
// remainder.
func modSpecial(x, y, r float64) float64 {
	bad := !(abs(x) <= math.MaxFloat64) || y == 0 || y != y
	return sel(bad, from64(0x7ff8<<48), sel(abs(y) > math.MaxFloat64, x, r))
}

// toNearest returns r, r-b or r-2b, whichever is nearest to 0, for 0 ≤ r < 2b.
// Halves go to the even multiple of b: r = b/2 stays, r = 3b/2 becomes -b/2.
func toNearest(r, b float64) float64 {
	s := r - b
	s = sel(s+s >= b, s-b, s)
	return sel(r+r > b, s, r)
}

// modOf returns a mod b, exactly, for finite a ≥ 0 and b > 0 or infinite. A
// quotient below 2^52 takes one step of long division; a greater one takes one
// for every 52 bits that it may have, 41 of them.
func modOf(a, b float64) float64 {
	r := a
	if a > float64(b*0x1p52) {
		// b times 2^520, 2^1040, …: infinity where that is beyond the range, which
		// nothing is divided by.
		b10 := float64(b * 0x1p520)
		b20 := float64(b10 * 0x1p520)
		b30 := float64(b20 * 0x1p520)
		r = modStep(r, float64(b30*0x1p520))
		r = modTen(r, b30)
		r = modTen(r, b20)
		r = modTen(r, b10)
		r = modTen(r, b)
	}
	return modStep(r, b)
}

// modTen returns r mod b for r/b < 2^520.
func modTen(r, b float64) float64 {
	r = modStep(r, float64(b*0x1p468))
	r = modStep(r, float64(b*0x1p416))
	r = modStep(r, float64(b*0x1p364))
	r = modStep(r, float64(b*0x1p312))
	r = modStep(r, float64(b*0x1p260))
	r = modStep(r, float64(b*0x1p208))
	r = modStep(r, float64(b*0x1p156))
	r = modStep(r, float64(b*0x1p104))
	r = modStep(r, float64(b*0x1p52))
	return modStep(r, b)
}

// modStep returns r mod t for r/t < 2^53. The rounded quotient's integer part
// is right or one too large, because rounding never goes down past an integer;
// and every remainder is a multiple of the last bit of r or t below t, so the
// fma and the correction are exact.
func modStep(r, t float64) float64 {
	s := fma(-trunc(r/t), t, r)
	s = sel(s < 0, s+t, s)
	return sel(r >= t, s, r)
}
