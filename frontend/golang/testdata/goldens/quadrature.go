package quadrature

import "math"

func f(x float64) float64 { return math.Exp(-x) * math.Cos(5*x) }

// Integrate is adaptive: it halves the interval where it has to.
func Integrate(a, b float64) float64 {
	m := (a + b) / 2
	coarse := (b - a) * f(m)
	fine := (b - a) / 2 * (f((a+m)/2) + f((m+b)/2))
	if math.Abs(fine-coarse) < 1e-6 {
		return fine
	}
	return Integrate(a, m) + Integrate(m, b)
}
