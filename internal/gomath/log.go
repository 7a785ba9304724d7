package gomath

// Log returns the natural logarithm of x, as archLog of log_amd64.s does: x = 2^k·(1+f)
// with √2/2 < 1+f ≤ √2, and log(1+f) = 2·artanh(s) with s = f/(2+f), whose series is a
// polynomial in s² (FreeBSD's e_log.c, Sun Microsystems 1993). A denormal x is read as
// if it were normal, and the result is as wrong as the assembly's.
func Log(x float64) float64 {
	k, m := logSplit(x, logOffset)
	f := m - 1
	s := f / (2 + f)
	y := logSum(k, f, s, logPoly(float64(s*s)), float64(k*logLn2Lo))
	if bits64(x)-1 >= infBits-1 {
		y = logSpecial(x, y)
	}
	return y
}

// logSpecial returns the logarithm of an x that is not positive and finite, else y.
func logSpecial(x, y float64) float64 {
	y = sel(x > 0, y, from64(nanBits))
	y = sel(x == 0, from64(1<<63|infBits), y)
	return sel(bits64(x) == infBits, x, y)
}

const (
	infBits = 0x7ff << 52
	nanBits = 0x7ff8000000000001

	// logOffset is one more than the bits of √2/2, so that √2/2 itself belongs to the
	// range of m below.
	logOffset = 0x3fe6a09e667f3bce

	logLn2Hi = 6.93147180369123816490e-01
	logLn2Lo = 1.90821492927058770002e-10

	logL1 = 6.666666666666735130e-01
	logL2 = 3.999999999940941908e-01
	logL3 = 2.857142874366239149e-01
	logL4 = 2.222219843214978396e-01
	logL5 = 1.818357216161805012e-01
	logL6 = 1.531383769920937332e-01
	logL7 = 1.479819860511658591e-01
)

// logSplit splits a positive x into 2^k·m, where m is from the number with the bits
// offset to twice that; the offset lies between those of 0.5 and 1.
func logSplit(x float64, offset uint64) (k, m float64) {
	// 0x7ff more in the exponent keeps it positive for denormals, and 2^52 makes a
	// float of it.
	u := bits64(x) + (infBits - offset)
	k = from64(u>>52|0x433<<52) - (0x1p52 + 0x7ff)
	return k, from64(u&(1<<52-1) + offset)
}

// logPoly returns the polynomial of log(1+f) for s², the even and the odd powers apart.
func logPoly(s2 float64) float64 {
	s4 := float64(s2 * s2)
	t1 := float64(s2 * (logL1 + float64(s4*(logL3+float64(s4*(logL5+float64(s4*logL7)))))))
	t2 := float64(s4 * (logL2 + float64(s4*(logL4+float64(s4*logL6)))))
	return t1 + t2
}

// logSum returns k·ln 2 + log(1+f), where r is the polynomial for s = f/(2+f), and lo
// what the upper part of k·ln 2 leaves out.
func logSum(k, f, s, r, lo float64) float64 {
	hfsq := float64(float64(0.5*f) * f)
	return float64(k*logLn2Hi) - ((hfsq - (float64(s*(hfsq+r)) + lo)) - f)
}
