package gomath

// Erf returns the error function of x, by the quotients of polynomials of FreeBSD's msun
// (s_erf.c, Sun Microsystems 1993): in x² around 0, in |x|-1 around 1, and in 1/x² beyond
// 1.25, where they go into an exponential.
func Erf(x float64) float64 {
	a := abs(x)
	y := erfQuotient(a)
	r := sel(a < erfNear, a+a*y, erfOne+y)
	if a < 0x1p-28 {
		// Below the least normal numbers a product with 8 is more exact.
		r = a + erfSlope*a
		r = sel(a < 0x80p-1022, 0.125*(8.0*a+erfSlope8*a), r)
	}
	if a >= erfFar {
		r = 1 - erfTail(a, y)/a
		r = sel(a >= 6, 1, r)
	}
	return copysign(r, x)
}

// Erfc returns 1 - erf(x), by the same quotients.
func Erfc(x float64) float64 {
	a := abs(x)
	negative := x < 0
	y := erfQuotient(a)
	t := a * y
	t = sel(a < 0.25, a+t, 0.5+(t+(a-0.5)))
	near := 1 + sel(negative, t, -t)
	r := sel(a < erfNear, near, sel(negative, 1+erfOne, 1-erfOne)+sel(negative, y, -y))
	if a >= erfFar {
		e := erfTail(a, y)
		if a > 26 {
			// The first exponential alone may be denormal.
			u, v := erfExponents(a, y)
			e = Exp(u) * Exp(v)
		}
		e = e / a
		e = sel(a < 28, e, 0)
		r = sel(negative, 2-e, e)
	}
	return r
}

// erfTail returns the product of two exponentials, for erfFar ≤ a ≤ 26, where it is a normal
// number and so is the first one; y is erfQuotient of a. The second exponent is from -0.22
// to 0, and so less than half of ln 2.
func erfTail(a, y float64) float64 {
	u, v := erfExponents(a, y)
	c, n := expParts(u)
	t := float64(expScaled(c, n) * expReduced(v))
	if onARM64 {
		t = float64(Exp(u) * Exp(v))
	}
	return t
}

// erfExponents returns -a²-0.5625 in two parts. The first is of an argument with 32 bits
// less, so that its square is exact; y is added to the second.
func erfExponents(a, y float64) (u, v float64) {
	z := from64(bits64(a) & 0xffffffff00000000)
	return fma(-z, z, -0.5625), (z-a)*(z+a) + y
}

// erfQuotient returns the quotient of polynomials for a ≥ 0. The polynomials have
// coefficients of 0 where they need fewer; that adds nothing to the next ones.
func erfQuotient(a float64) float64 {
	i := sel(a < erfFar, sel(a < erfNear, uint64(0), 1), sel(a < 1/0.35, uint64(2), 3))
	s := sel(a < erfNear, a*a, a-1)
	if a >= erfFar {
		s = 1 / (a * a)
	}
	p := erfP6[i&3] + s*erfP7[i&3]
	p = erfP5[i&3] + s*p
	p = erfP4[i&3] + s*p
	p = erfP3[i&3] + s*p
	p = erfP2[i&3] + s*p
	p = erfP1[i&3] + s*p
	p = erfP0[i&3] + s*p
	q := erfQ7[i&3] + s*erfQ8[i&3]
	q = erfQ6[i&3] + s*q
	q = erfQ5[i&3] + s*q
	q = erfQ4[i&3] + s*q
	q = erfQ3[i&3] + s*q
	q = erfQ2[i&3] + s*q
	q = erfQ1[i&3] + s*q
	q = 1 + s*q
	return p / q
}

const (
	// erfNear and erfFar bound the part around 1, where erf is erfOne and little more.
	erfNear = 0.84375
	erfFar  = 1.25
	erfOne  = 8.45062911510467529297e-01
	// erfSlope is the derivative at 0, less 1, and erfSlope8 eight times that.
	erfSlope  = 1.28379167095512586316e-01
	erfSlope8 = 1.02703333676410069053e+00
)

// The coefficients: around 0, around 1, up to 1/0.35, and beyond.
var (
	erfP0 = [4]float64{0.12837916709551256, -0.0023621185607526594, -0.009864944034847148, -0.0098649429247001}
	erfP1 = [4]float64{-0.3250421072470015, 0.41485611868374833, -0.6938585727071818, -0.799283237680523}
	erfP2 = [4]float64{-0.02848174957559851, -0.3722078760357013, -10.558626225323291, -17.757954917754752}
	erfP3 = [4]float64{-0.005770270296489442, 0.31834661990116175, -62.375332450326006, -160.63638485582192}
	erfP4 = [4]float64{-2.3763016656650163e-05, -0.11089469428239668, -162.39666946257347, -637.5664433683896}
	erfP5 = [4]float64{0, 0.035478304325618236, -184.60509290671104, -1025.0951316110772}
	erfP6 = [4]float64{0, -0.002166375594868791, -81.2874355063066, -483.5191916086514}
	erfP7 = [4]float64{0, 0, -9.814329344169145, 0}
	erfQ1 = [4]float64{0.39791722395915535, 0.10642088040084423, 19.651271667439257, 30.33806074348246}
	erfQ2 = [4]float64{0.0650222499887673, 0.540397917702171, 137.65775414351904, 325.7925129965739}
	erfQ3 = [4]float64{0.005081306281875766, 0.07182865441419627, 434.56587747522923, 1536.729586084437}
	erfQ4 = [4]float64{0.00013249473800432164, 0.12617121980876164, 645.3872717332679, 3199.8582195085955}
	erfQ5 = [4]float64{-3.960228278775368e-06, 0.01363708391202905, 429.00814002756783, 2553.0504064331644}
	erfQ6 = [4]float64{0, 0.011984499846799107, 108.63500554177944, 474.52854120695537}
	erfQ7 = [4]float64{0, 0, 6.570249770319282, -22.44095244658582}
	erfQ8 = [4]float64{0, 0, -0.0604244152148581, 0}
)
