package gomath

// Log1p returns the natural logarithm of 1+x: that of u, which is 1+x rounded, as
// FreeBSD's s_log1p.c computes it (Sun Microsystems 1993), plus what the rounding lost
// as a fraction of u. Near 0 there is no sum to round.
func Log1p(x float64) float64 {
	a := abs(x)
	small := a < log1pSqrt2M1 && x > log1pSqrt2HalfM1
	u := sel(a < 0x1p53, 1+x, x)
	k, m := logSplit(u, logRootHalf)
	f := sel(small, x, m-1)
	k = sel(small, 0, k)
	c := 0.0
	if k != 0 && a < 0x1p53 {
		c = sel(u >= 2, 1-(u-x), x-(u-1)) / u
	}
	y := log1pOf(k, f, c)
	// The rest of a tiny x is too small to count.
	if a < 0x1p-29 {
		y = x - x*x*0.5
	}
	if !(x > -1 && a < from64(infBits)) {
		y = sel(x > -1, x, sel(x == -1, from64(1<<63|infBits), from64(nanBits)))
	}
	return y
}

const (
	log1pSqrt2M1     = 4.142135623730950488017e-01
	log1pSqrt2HalfM1 = -2.928932188134524755992e-01
)

// log1pOf returns Log1p's k·ln 2 + log(1+f) + c, where c is 0 if k is.
func log1pOf(k, f, c float64) float64 {
	s := f / (2 + f)
	z := float64(s * s)
	hfsq := 0.5 * f * f
	t := s * (z*log1pPoly(z) + hfsq)
	// Where k and c are 0, this is the source's sum for k = 0, and where f is 0, or next
	// to it, what the source computes then.
	rest := hfsq - (t + (k*logLn2Lo + c))
	if onARM64 {
		rest = sel(k == 0, hfsq-t, rest)
	}
	return k*logLn2Hi - (rest - f)
}

// log1pPoly returns the polynomial of log(1+f) for z, the square of f/(2+f), divided by z.
func log1pPoly(z float64) float64 {
	r := logL6 + z*logL7
	r = logL5 + z*r
	r = logL4 + z*r
	r = logL3 + z*r
	r = logL2 + z*r
	return logL1 + z*r
}
