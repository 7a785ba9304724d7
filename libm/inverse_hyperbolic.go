package libm

// Asinh returns the inverse hyperbolic sine of x: ±log(|x| + √(x²+1)), with the
// argument of the logarithm as a sum of two float64s. Largest error seen: 0.56
// ulp.
//
// Special cases are those of [math.Asinh].
func Asinh(x float64) float64 {
	a := abs(x)
	p := fma(a, a, 1)
	pLo := fma(a, a, 1-p)
	s := sqrt(p)
	sLo := fma(-s, s, p) + pLo
	sLo = sLo / (s + s)
	// s is the greater of s and a; by Dekker's sum, u + low = s + sLo + a.
	u := s + a
	low := s - u + a + sLo
	bias := float64(logBias)
	if beyond(a, hugeRoot) {
		u = a
		low = 0
		bias = logBias + 1
	}
	y := logOfSum(u, low, bias)
	if !(a >= tinyCube && a < from64(infBits)) {
		y = a
	}
	return copysign(y, x)
}

// Acosh returns the inverse hyperbolic cosine of x: log(x + √(x²-1)), with the
// argument of the logarithm as a sum of two float64s. Largest error seen: 0.56
// ulp.
//
// Special cases are those of [math.Acosh].
func Acosh(x float64) float64 {
	// x²-1 is t²+2t, without cancellation.
	t := x - 1
	t2 := t + t
	p := fma(t, t, t2)
	pLo := fma(t, t, t2-p)
	s := sqrt(p)
	sLo := fma(-s, s, p) + pLo
	sLo = sLo / sel(s == 0, 1, s+s)
	u := x + s
	low := x - u + s + sLo
	bias := float64(logBias)
	if beyond(x, hugeRoot) {
		u = x
		low = 0
		bias = logBias + 1
	}
	y := logOfSum(u, low, bias)
	if !(x >= 1 && x < from64(infBits)) {
		y = sel(x < 1, from64(nanBits), x)
	}
	return y
}

const (
	// hugeRoot is a number with a finite square that 1 is nothing to.
	hugeRoot = 0x1p500
	// tinyCube is a number whose cube is nothing to it.
	tinyCube = 0x1p-28
)

// Atanh returns the inverse hyperbolic tangent of x: ±½·log((1+|x|)/(1-|x|)), with
// the argument of the logarithm as a sum of two float64s. Largest error seen:
// 0.56 ulp.
//
// Special cases are those of [math.Atanh].
func Atanh(x float64) float64 {
	a := abs(x)
	num, den := 1+a, 1-a
	numLo, denLo := 1-num+a, 1-den-a
	q := num / den
	// The remainder, exact, is divided as well: 1/den is (1+q)/2.
	rest := fma(-q, den, num) + fma(-q, denLo, numLo)
	qLo := float64(rest * fma(0.5, q, 0.5))
	u := q + qLo
	y := float64(logOfSum(u, q-u+qLo, logBias) * 0.5)
	if !(a >= tinyCube && a < 1) {
		y = sel(a < 1, a, sel(a == 1, from64(infBits), from64(nanBits)))
	}
	return copysign(y, x)
}
