package gomath

// Exp2 returns 2 to the power x: x = k + t with |t| ≤ 1/2, and e^r for r = t·ln 2,
// in two parts, from the rational approximation of FreeBSD's e_exp.c (Sun Microsystems
// 1993) with a polynomial in r².
func Exp2(x float64) float64 {
	k := trunc(x + copysign(0.5, x))
	t := x - k
	hi := float64(t * logLn2Hi)
	lo := float64(-t * logLn2Lo)
	r := hi - lo
	rr := float64(r * r)
	p := exp2P4 + float64(rr*exp2P5)
	p = exp2P3 + float64(rr*p)
	p = exp2P2 + float64(rr*p)
	p = exp2P1 + float64(rr*p)
	c := r - float64(rr*p)
	y := scale(1-((lo-float64(r*c)/(2-c))-hi), k)
	y = sel(x > 1.0239999999999999e+03, from64(infBits), y)
	return sel(x < -1.0740e+03, 0, y)
}

const (
	exp2P1 = 1.66666666666666657415e-01
	exp2P2 = -2.77777777770155933842e-03
	exp2P3 = 6.61375632143793436117e-05
	exp2P4 = -1.65339022054652515390e-06
	exp2P5 = 4.13813679705723846039e-08
)
