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
		z = z * x
	}
	for x <= -gammaSmall {
		z = z / x
		x = x + 1
	}
	tiny := x < gammaSmall
	ending := z / ((1 + gammaEuler*x) * x)
	if x < 2 {
		z = z / x
		x = x + 1
	}
	if x < 2 {
		z = z / x
		x = x + 1
	}
	t := x - 2
	p := t*gammaP0 + loaded(gammaP1)
	p = p*t + loaded(gammaP2)
	p = p*t + loaded(gammaP3)
	p = p*t + loaded(gammaP4)
	p = p*t + loaded(gammaP5)
	p = p*t + loaded(gammaP6)
	q := t*gammaQ0 + loaded(gammaQ1)
	q = q*t + loaded(gammaQ2)
	q = q*t + loaded(gammaQ3)
	q = q*t + loaded(gammaQ4)
	q = q*t + loaded(gammaQ5)
	q = q*t + loaded(gammaQ6)
	q = q*t + loaded(gammaQ7)
	return sel(tiny, ending, z*p/q)
}

// gammaFar is Gamma for |x| > 33. For negative x, which are no integers, it is reflected.
func gammaFar(x float64) float64 {
	a := abs(x)
	high, rest := gammaStirling(a)
	r := high * rest
	if x < 0 {
		whole := floor(a)
		half := whole * 0.5
		even := floor(half) == half
		f := a - whole
		f = sel(f > 0.5, a-(whole+1), f)
		z := abs(a * Sin(math.Pi*f))
		d := z * high * rest
		r = sel(d > math.MaxFloat64, math.Pi/z/high/rest, math.Pi/d)
		r = sel(even, -r, r)
	}
	return r
}

// gammaStirling returns two factors of the gamma function of a > 33. The second is 1
// where the first is infinite.
func gammaStirling(a float64) (high, rest float64) {
	w := 1 / a
	s := gammaS0*w + loaded(gammaS1)
	s = s*w + loaded(gammaS2)
	s = s*w + loaded(gammaS3)
	s = s*w + loaded(gammaS4)
	w = 1 + w*s
	e := Exp(a)
	square := a > gammaSquare
	v := Pow(a, sel(square, 0.5*a-0.25, a-0.5))
	q := v / e
	high = sel(square, v, q)
	rest = gammaRoot * w * sel(square, q, 1)
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
