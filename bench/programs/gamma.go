package programs

import "math"

const (
	// precision is where a term no longer changes a sum, nor a factor a product.
	precision = 1e-15
	// tiny stands for a denominator that is 0.
	tiny = 1e-300
	// maxTerms is how many terms of the series or of the fraction are taken.
	maxTerms = 500
)

// GammaP returns the regularised incomplete gamma function, the probability that a variable with
// a gamma distribution of shape a is below x: by its series where x is small, elsewhere by its
// continued fraction.
func GammaP(a, x float64) float64 {
	switch {
	case !(a > 0) || !(x >= 0):
		return math.NaN()
	case x == 0:
		return 0
	}
	front := math.Exp(float64(a*math.Log(x)) - x - logGamma(a))
	if x < a+1 {
		return front * series(a, x)
	}
	return 1 - float64(front*fraction(a, x))
}

// logGamma is Stirling's series for the logarithm of the gamma function, which small arguments
// come to by its recurrence.
func logGamma(a float64) float64 {
	product := 1.0
	for a < 8 {
		product *= a
		a++
	}
	y := 1 / a
	z := float64(y * y)
	s := float64(float64(float64(-z/1680+1.0/1260)*z-1.0/360)*z) + 1.0/12
	return float64((a-0.5)*math.Log(a)) - a + 0.9189385332046727 + float64(s*y) - math.Log(product)
}

// series is the sum of xⁿ / a(a+1)…(a+n).
func series(a, x float64) float64 {
	term := 1 / a
	sum := term
	for n := 0; n < maxTerms && term >= sum*precision; n++ {
		a++
		term = float64(term * (x / a))
		sum += term
	}
	return sum
}

// fraction is the continued fraction of the upper function, evaluated from its front (Lentz).
func fraction(a, x float64) float64 {
	b := x + 1 - a
	c := 1 / tiny
	d := 1 / b
	product := d
	for n := 1.0; n <= maxTerms; n++ {
		numerator := float64(n * (a - n))
		b += 2
		d = float64(numerator*d) + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + numerator/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		factor := float64(d * c)
		product *= factor
		if math.Abs(factor-1) < precision {
			break
		}
	}
	return product
}
