package gomath

// Cbrt returns the cube root of x: a third of the bits of x is a first approximation,
// a rational step makes 23 bits of it, and one of Newton's 53 (FreeBSD's s_cbrt.c, Sun
// Microsystems 1993, as of before 2011).
func Cbrt(x float64) float64 {
	a := abs(x)
	t := from64(third(bits64(a)) + 715094163<<32)
	if a < 0x1p-1022 {
		t = from64(third(bits64(a*0x1p54)) + 696219795<<32)
	}
	r := t * t / a
	s := 5.42857142857142815906e-01 + r*t
	t = t * (3.57142857142857150787e-01 + 1.60714285714285720630e+00/
		(s+1.41428571428571436819e+00+-7.05306122448979611050e-01/s))
	// To 22 bits, and not below the root.
	t = from64(bits64(t)&(0xffffffffc<<28) + 1<<30)
	r = a / (t * t)
	r = (r - t) / (t + t + r)
	t = copysign(t+t*r, x)
	return sel(bits64(a)-1 >= infBits-1, x, t)
}

// third returns u/3 for u < 2^63. The product with the inverse of 3, modulo 2^64, is
// the quotient where there is no remainder, and else off by a third or two of 2^64.
func third(u uint64) uint64 {
	w := u * 0xaaaaaaaaaaaaaaab
	w = w - sel(int64(w) > 0x4000000000000000, uint64(0x5555555555555556), 0)
	return w - sel(int64(w) < 0, uint64(0xaaaaaaaaaaaaaaab), 0)
}
