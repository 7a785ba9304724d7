package gomath

// Exp2 returns 2 to the power x: x = k + t with |t| ≤ 1/2, and e^r for r = t·ln 2,
// in two parts.
func Exp2(x float64) float64 {
	k := trunc(x + copysign(0.5, x))
	t := x - k
	y := scale(expOfParts(float64(t*logLn2Hi), float64(-t*logLn2Lo)), k)
	y = sel(x > 1.0239999999999999e+03, from64(infBits), y)
	return sel(x < -1.0740e+03, 0, y)
}

// expOfParts returns e to the power r = hi - lo, |r| ≤ ½ ln 2, from the rational
// approximation of FreeBSD's e_exp.c (Sun Microsystems 1993) with a polynomial in r².
func expOfParts(hi, lo float64) float64 {
	r := hi - lo
	rr := float64(r * r)
	p := exp2P4 + rr*exp2P5
	p = exp2P3 + rr*p
	p = exp2P2 + rr*p
	p = exp2P1 + rr*p
	c := r - rr*p
	return 1 - ((lo - r*c/(2-c)) - hi)
}

const (
	exp2P1 = 1.66666666666666657415e-01
	exp2P2 = -2.77777777770155933842e-03
	exp2P3 = 6.61375632143793436117e-05
	exp2P4 = -1.65339022054652515390e-06
	exp2P5 = 4.13813679705723846039e-08
)
