package cases

import "math"

// Functions that call themselves where they do not do so again: of the other side of a symmetry.

// SymmetricErf is odd, and the complement of SymmetricErfc, which calls it.
func SymmetricErf(x float64) float64 {
	switch {
	case x < 0:
		return -SymmetricErf(-x)
	case x > 2:
		return 1 - SymmetricErfc(x)
	}
	sum, term := x, x
	for n := 1; n < 60; n++ {
		term *= -x * x / float64(n)
		sum += term / float64(2*n+1)
	}
	return 2 / math.Sqrt(math.Pi) * sum
}

// SymmetricErfc calls SymmetricErf, which calls it.
func SymmetricErfc(x float64) float64 {
	if x < 2 {
		return 1 - SymmetricErf(x)
	}
	f := 0.0
	for k := 30; k > 0; k-- {
		f = float64(k) / 2 / (x + f)
	}
	return math.Exp(-x*x) / math.Sqrt(math.Pi) / (x + f)
}

// SymmetricGamma is given by its reflection below a half.
func SymmetricGamma(z float64) float64 {
	if z < 0.5 {
		return math.Pi / (math.Sin(math.Pi*z) * SymmetricGamma(1-z))
	}
	sum := 1.000000000190015
	for i, c := range [...]float64{76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155} {
		sum += c / (z + float64(i))
	}
	t := z + 4.5
	return math.Sqrt(2*math.Pi) * math.Pow(t, z-0.5) * math.Exp(-t) * sum
}

// SymmetricDilog has five ways to a series that converges, one of which takes two steps.
func SymmetricDilog(x float64) float64 {
	switch {
	case x > 1:
		return math.Pi*math.Pi/3 - math.Log(x)*math.Log(x)/2 - SymmetricDilog(1/x)
	case x == 1:
		return math.Pi * math.Pi / 6
	case x > 0.5:
		return math.Pi*math.Pi/6 - math.Log(x)*math.Log(1-x) - SymmetricDilog(1-x)
	case x < -1:
		return -math.Pi*math.Pi/6 - math.Log(-x)*math.Log(-x)/2 - SymmetricDilog(1/x)
	case x < -0.5:
		return SymmetricDilog(x*x)/2 - SymmetricDilog(-x)
	}
	sum, p := 0.0, 1.0
	for k := 1; k < 40; k++ {
		p *= x
		sum += p / float64(k*k)
	}
	return sum
}

// SymmetricPower takes a negative exponent once: the least integer is not among its inputs, whose negative is itself.
func SymmetricPower(x float64, n int32) float64 { return symmetricPower(x, int64(n)) }

func symmetricPower(x float64, n int64) float64 {
	if n < 0 {
		return 1 / symmetricPower(x, -n)
	}
	r := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// SymmetricGCD changes signs and sides before it goes on, with calls in last position.
func SymmetricGCD(a, b int32) int64 { return symmetricGCD(int64(a), int64(b)) }

func symmetricGCD(a, b int64) int64 {
	switch {
	case a < 0:
		return symmetricGCD(-a, b)
	case b < 0:
		return symmetricGCD(a, -b)
	case b == 0:
		return a
	}
	return symmetricGCD(b, a%b)
}
