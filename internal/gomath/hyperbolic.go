package gomath

// Sinh returns the hyperbolic sine of x: a quotient of polynomials from 0 to 1/2 (Hart
// and others, "Computer Approximations", 1968, no. 2029), and beyond that half the
// difference of e^x and its inverse, which past 21 is too small to count.
func Sinh(x float64) float64 {
	a := abs(x)
	e := Exp(a)
	num, den := 1.0, e
	small := !(a > 0.5)
	if small {
		q := a * a
		p := sinhP3*q + sinhP2
		p = p*q + sinhP1
		p = p*q + sinhP0
		num = p * a
		p = q + sinhQ2
		p = p*q + sinhQ1
		den = p*q + sinhQ0
	}
	d := num / den
	return copysign(sel(small, d, (e-d)*0.5), x)
}

const (
	sinhP0 = -0.6307673640497716991184787251e+6
	sinhP1 = -0.8991272022039509355398013511e+5
	sinhP2 = -0.2894211355989563807284660366e+4
	sinhP3 = -0.2630563213397497062819489e+2
	sinhQ0 = -0.6307673640497716991212077277e+6
	sinhQ1 = 0.1521517378790019070696485176e+5
	sinhQ2 = -0.173678953558233699533450911e+3
)

// Cosh returns the hyperbolic cosine of x, half the sum of e^|x| and its inverse, which
// past 21 is too small to count.
func Cosh(x float64) float64 {
	e := Exp(abs(x))
	return (e + 1/e) * 0.5
}

// Tanh returns the hyperbolic tangent of x: x plus a multiple of x³ that is a quotient
// of polynomials below 0.625, and 1 - 2/(e^2x + 1) beyond (Cephes' tanh.c, S. L.
// Moshier 1984), which is 1 long before the exponential overflows.
func Tanh(x float64) float64 {
	a := abs(x)
	small := !(a >= 0.625)
	num, den := -2.0, Exp(a+a)+1
	if small {
		s := a * a
		p := tanhP0*s + loaded(tanhP1)
		p = p*s + loaded(tanhP2)
		num = a * s * p
		p = s + tanhQ0
		p = p*s + loaded(tanhQ1)
		den = p*s + loaded(tanhQ2)
	}
	return copysign(sel(small, a, 1)+num/den, x)
}

const (
	tanhP0 = -9.64399179425052238628e-1
	tanhP1 = -9.92877231001918586564e1
	tanhP2 = -1.61468768441708447952e3
	tanhQ0 = 1.12811678491632931402e2
	tanhQ1 = 2.23548839060100448583e3
	tanhQ2 = 4.84406305325125486048e3
)
