package gomath

// Expm1 returns e to the power x, minus 1: x = k·ln 2 + r, in two parts, e^r - 1 from a
// rational approximation in r², and a sum whose order depends on k, so that what cancels
// is exact (FreeBSD's s_expm1.c, Sun Microsystems 1993).
func Expm1(x float64) float64 {
	a := abs(x)
	k := expm1Log2E * x
	k = trunc(sel(x < 0, k-0.5, k+0.5))
	k = sel(a < expm1Ln2HalfX3, copysign(1, x), k)
	reduced := a > expm1Ln2Half
	k = sel(reduced, k, 0)
	// The first product is exact.
	hi := x - k*logLn2Hi
	lo := float64(k * logLn2Lo)
	r := hi - lo
	c := (hi - r) - lo

	half := 0.5 * r
	h := r * half
	p := expm1Q4 + h*expm1Q5
	p = expm1Q3 + h*p
	p = expm1Q2 + h*p
	p = expm1Q1 + h*p
	p = 1 + h*p
	t := 3 - p*half
	e := h * ((p - t) / (6 - r*t))
	e = r*(e-c) - c - h

	// All the sums of the source are s + (r - e), times 2^k, but for a part of the case
	// k = 1 and for great k. -(a-b) and b-a are the same.
	power := pow2(-k)
	d := r - e
	y := sel(reduced, sel(k < -1, 1, 1-power)+d, d)
	y = sel(k == 1 && r < -0.25, r+0.5-e, y)
	raise := bits64(k+0x1.8p52) << 52
	y = from64(bits64(y) + raise)
	y = sel(k < -1, y-1, y)
	if !(a < 13) {
		z := 1 + sel(k <= 56, r-(e+power), d)
		y = sel(k >= 20, from64(bits64(z)+raise), y)
		y = sel(a < expm1Ln2X56, y, sel(x < 0, -1, sel(x < expm1Overflow, y, from64(infBits))))
		y = sel(x == x, y, x)
	}
	return y
}

const (
	expm1Overflow  = 7.09782712893383973096e+02
	expm1Ln2X56    = 3.88162421113569373274e+01
	expm1Ln2HalfX3 = 1.03972077083991796413e+00
	expm1Ln2Half   = 3.46573590279972654709e-01
	expm1Log2E     = 1.44269504088896338700e+00

	expm1Q1 = -3.33333333333331316428e-02
	expm1Q2 = 1.58730158725481460165e-03
	expm1Q3 = -7.93650757867487942473e-05
	expm1Q4 = 4.00821782732936239552e-06
	expm1Q5 = -2.01099218183624371326e-07
)
