package gomath

import "math"

// Gamma returns the gamma function of x, by S. L. Moshier's Cephes (gamma.c): up to 33 a
// quotient of polynomials between 2 and 3, to which steps of 1 lead, and beyond it Stirling's
// series.
func Gamma(x float64) float64 {
	a := abs(x)
	far := a > 33
	r := gammaNear(sel(a <= 33, x, 2.5))
	if far {
		r = gammaFar(x)
	}
	r = sel(x < 0 && floor(x) == x, from64(nanBits), r)
	return sel(x == 0, copysign(from64(infBits), x), sel(x == x, r, x))
}

// gammaNear is Gamma for |x| ≤ 33, but for 0 and negative integers. There are at most 33 steps up
// or 31 down.
func gammaNear(x float64) float64 {
	z := 1.0
	for x >= 3 {
		x = x - 1
		z = float64(z * x)
	}
	for x <= -gammaSmall {
		z = z / x
		x = x + 1
	}
	tiny := x < gammaSmall
	ending := z / float64((1+float64(gammaEuler*x))*x)
	if x < 2 {
		z = z / x
		x = x + 1
	}
	if x < 2 {
		z = z / x
		x = x + 1
	}
	t := x - 2
	p := float64(t*gammaP0) + gammaP1
	p = float64(p*t) + gammaP2
	p = float64(p*t) + gammaP3
	p = float64(p*t) + gammaP4
	p = float64(p*t) + gammaP5
	p = float64(p*t) + gammaP6
	q := float64(t*gammaQ0) + gammaQ1
	q = float64(q*t) + gammaQ2
	q = float64(q*t) + gammaQ3
	q = float64(q*t) + gammaQ4
	q = float64(q*t) + gammaQ5
	q = float64(q*t) + gammaQ6
	q = float64(q*t) + gammaQ7
	return sel(tiny, ending, float64(z*p)/q)
}

// gammaFar is Gamma for |x| > 33. For negative x, which are no integers, it is reflected.
func gammaFar(x float64) float64 {
	a := abs(x)
	high, rest := gammaStirling(a)
	r := float64(high * rest)
	if x < 0 {
		whole := floor(a)
		half := float64(whole * 0.5)
		even := floor(half) == half
		f := a - whole
		f = sel(f > 0.5, a-(whole+1), f)
		z := abs(float64(a * Sin(float64(math.Pi*f))))
		d := float64(float64(z*high) * rest)
		r = sel(d > math.MaxFloat64, math.Pi/z/high/rest, math.Pi/d)
		r = sel(even, -r, r)
	}
	return r
}

// gammaStirling returns two factors of the gamma function of a > 33. The second is 1
// where the first is infinite.
func gammaStirling(a float64) (high, rest float64) {
	w := 1 / a
	s := float64(gammaS0*w) + gammaS1
	s = float64(s*w) + gammaS2
	s = float64(s*w) + gammaS3
	s = float64(s*w) + gammaS4
	w = 1 + float64(w*s)
	e := Exp(a)
	square := a > gammaSquare
	v := Pow(a, sel(square, float64(0.5*a)-0.25, a-0.5))
	q := v / e
	high = sel(square, v, q)
	rest = float64(float64(gammaRoot*w) * sel(square, q, 1))
	beyond := a > 200
	return sel(beyond, from64(infBits), high), sel(beyond, 1, rest)
}

const (
	gammaP0 = 1.60119522476751861407e-04
	gammaP1 = 1.19135147006586384913e-03
	gammaP2 = 1.04213797561761569935e-02
	gammaP3 = 4.76367800457137231464e-02
	gammaP4 = 2.07448227648435975150e-01
	gammaP5 = 4.94214826801497100753e-01
	gammaP6 = 9.99999999999999996796e-01

	gammaQ0 = -2.31581873324120129819e-05
	gammaQ1 = 5.39605580493303397842e-04
	gammaQ2 = -4.45641913851797240494e-03
	gammaQ3 = 1.18139785222060435552e-02
	gammaQ4 = 3.58236398605498653373e-02
	gammaQ5 = -2.34591795718243348568e-01
	gammaQ6 = 7.14304917030273074085e-02
	gammaQ7 = 1.00000000000000000320e+00

	gammaS0 = 7.87311395793093628397e-04
	gammaS1 = -2.29549961613378126380e-04
	gammaS2 = -2.68132617805781232825e-03
	gammaS3 = 3.47222221605458667310e-03
	gammaS4 = 8.33333333333482257126e-02

	// gammaEuler is Euler's constant.
	gammaEuler = 0.57721566490153286060651209008240243104215933593992
	// gammaSmall bounds the arguments whose reciprocal has most of the result.
	gammaSmall = 1e-9
	// gammaSquare bounds the powers that do not overflow.
	gammaSquare = 143.01608
	// gammaRoot is the root of 2π.
	gammaRoot = 2.506628274631000502417
)
