package gomath

import "math"

// Lgamma returns the logarithm of the magnitude of the gamma function of x, by FreeBSD's msun
// (e_lgamma_r.c, Sun Microsystems 1993). For |x| there are five parts:
//
//	0, 1, 2  below 2: polynomials around 2, around the minimum and around 1, and up to 0.9
//	         those of |x|+1, less a logarithm
//	3        below 8: a quotient of polynomials around 2, plus the logarithm of a product
//	4        Stirling's series
//
// All have one or two polynomials of a variable v, which are evaluated once: where a part
// needs fewer coefficients than others, 0 adds nothing to the next one. For negative x the
// gamma function is reflected.
func Lgamma(x float64) float64 {
	a := abs(x)
	low := a <= 0.9
	part, y := lgammaPart(a, low)
	z := y * y
	w := z * y
	v := sel(part == 0, z, sel(part == 1, w, y))
	argument := a
	if a >= 2 {
		far := a >= 8
		y = sel(far, 1/a, a-floor(a))
		v = sel(far, y*y, y)
		part = sel(far, uint64(4), 3)
		argument = sel(far, a, lgammaProduct(a, y))
	}
	p, q := lgammaPolynomials(part, v)
	yp := y * p
	half := 0.5 * y
	r := sel(part == 2, -half, half) + yp/(1+y*q) // parts 2 and 3
	r = sel(part == 0, (yp+z*q)-half, r)
	if part == 1 {
		s := loaded(lgammaT3) + w*lgammaT4
		s = loaded(lgammaT2) + w*s
		s = loaded(lgammaT1) + w*s
		s = loaded(lgammaT0) + w*s
		r = lgammaMinimum + (z*p - (lgammaMinimumLost - w*(q+y*s)))
	}
	log := Log(argument)
	r = r + sel(low, -log, sel(part == 3, log, 0))
	r = sel(a == 1 || a == 2, 0, r)
	if a >= 8 {
		r = (a-0.5)*(log-1) + (loaded(lgammaW0) + yp)
		r = sel(a >= 0x1p58, a*(log-1), r)
	}
	r = sel(a < 0x1p-70, -log, r)
	if x <= -0x1p-70 {
		t := sinPi(a)
		r = Log(math.Pi/abs(t*a)) - r
		r = sel(t == 0 || a >= 0x1p52, from64(infBits), r)
	}
	return sel(a > math.MaxFloat64, x, r)
}

// LgammaSign returns the sign of the gamma function of x: -1 from each negative odd integer to
// the even one above it.
func LgammaSign(x float64) int64 {
	f := floor(abs(x))
	half := f * 0.5
	negative := x < 0 && f != abs(x) && half == floor(half)
	return sel(negative, int64(-1), 1)
}

// lgammaPart returns the number of a's part, of those below 2, and the distance from the point
// around which the part's polynomials are.
func lgammaPart(a float64, low bool) (part uint64, y float64) {
	first := a >= sel(low, lgammaBorder-1+0.27, lgammaBorder+0.27)
	second := a >= sel(low, lgammaBorder-1-0.27, lgammaBorder-0.27)
	part = sel(first, 0, sel(second, uint64(1), 2))
	y = sel(second, a-sel(low, lgammaPoint-1, lgammaPoint), a-sel(low, 0.0, 1))
	y = sel(first, sel(low, 1.0, 2)-a, y)
	return part, y
}

// lgammaProduct returns what takes the gamma function from 2+y to a, for 2 ≤ a < 8, where y is
// a's fraction.
func lgammaProduct(a, y float64) float64 {
	z := sel(a >= 7, y+6, 1)
	z = z * sel(a >= 6, y+5, 1)
	z = z * sel(a >= 5, y+4, 1)
	z = z * sel(a >= 4, y+3, 1)
	return z * sel(a >= 3, y+2, 1)
}

// sinPi returns a number with the magnitude of the sine of πa, a ≥ 0, and 0 where a is an integer.
func sinPi(a float64) float64 {
	b := a - 2*floor(0.5*a) // exact
	// In quarters of 0 and 8, 1 and 2, 3 and 4, …: the nearest half.
	half := 0.5 * floor(0.5*floor(4*b)+0.5)
	z := math.Pi * abs(b-half)
	r, q := reduceNear(z)
	return sinOfTurned(r, bits64(q)+sel(half == 0.5 || half == 1.5, uint64(1), 0))
}

// lgammaPolynomials returns the polynomials of v with the coefficients of a part.
func lgammaPolynomials(part uint64, v float64) (p, q float64) {
	p = loaded(lgammaP5[part&7]) + v*lgammaP6[part&7]
	p = loaded(lgammaP4[part&7]) + v*p
	p = loaded(lgammaP3[part&7]) + v*p
	p = loaded(lgammaP2[part&7]) + v*p
	p = loaded(lgammaP1[part&7]) + v*p
	p = loaded(lgammaP0[part&7]) + v*p
	q = loaded(lgammaQ4[part&7]) + v*lgammaQ5[part&7]
	q = loaded(lgammaQ3[part&7]) + v*q
	q = loaded(lgammaQ2[part&7]) + v*q
	q = loaded(lgammaQ1[part&7]) + v*q
	q = loaded(lgammaQ0[part&7]) + v*q
	return p, q
}

// The coefficients of the parts, in the order of their numbers.
var (
	lgammaP0 = [8]float64{
		0.07721566490153287, 0.48383612272381005, -0.07721566490153287,
		-0.07721566490153287, 0.08333333333333297,
	}
	lgammaP1 = [8]float64{
		0.06735230105312927, -0.032788541075985965, 0.6328270640250934,
		0.21498241596060885, -0.0027777777772877554,
	}
	lgammaP2 = [8]float64{
		0.007385550860814029, 0.006100538702462913, 1.4549225013723477,
		0.325778796408931, 0.0007936505586430196,
	}
	lgammaP3 = [8]float64{
		0.0011927076318336207, -0.0014034646998923284, 0.9777175279633727,
		0.14635047265246445, -0.00059518755745034,
	}
	lgammaP4 = [8]float64{
		0.00022086279071390839, 0.00031563207090362595, 0.22896372806469245,
		0.02664227030336386, 0.0008363399189962821,
	}
	lgammaP5 = [8]float64{
		2.5214456545125733e-05, 0, 0.013381091853678766,
		0.0018402845140733772, -0.0016309293409657527,
	}
	lgammaP6 = [8]float64{0, 0, 0, 3.194753265841009e-05, 0}
	lgammaQ0 = [8]float64{0.3224670334241136, -0.1475877229945939, 2.4559779371304113, 1.3920053346762105}
	lgammaQ1 = [8]float64{0.020580808432516733, 0.01797067508118204, 2.128489763798934, 0.7219355475671381}
	lgammaQ2 = [8]float64{0.0028905138367341563, -0.0036845201678113826, 0.7692851504566728, 0.17193386563280308}
	lgammaQ3 = [8]float64{0.0005100697921535113, 0.000881081882437654, 0.10422264559336913, 0.01864591917156529}
	lgammaQ4 = [8]float64{
		0.00010801156724758394, -0.00031275416837512086, 0.003217092422824239,
		0.0007779424963818936,
	}
	lgammaQ5 = [8]float64{4.4864094961891516e-05, 0, 0, 7.326684307446256e-06}
)

const (
	// The minimum is at lgammaPoint, and lgammaBorder is nearly the same.
	lgammaBorder = 1.461632144968362245
	lgammaPoint  = 1.46163214496836224576e+00
	// The value there, and what that lacks, negative.
	lgammaMinimum     = -1.21486290535849611461e-01
	lgammaMinimumLost = -3.63867699703950536541e-18

	// The third polynomial of part 1, and the constant of part 4.
	lgammaT0 = 6.46249402391333854778e-02
	lgammaT1 = -1.03142241298341437450e-02
	lgammaT2 = 2.25964780900612472250e-03
	lgammaT3 = -5.38595305356740546715e-04
	lgammaT4 = 3.35529192635519073543e-04
	lgammaW0 = 4.18938533204672725052e-01
)
