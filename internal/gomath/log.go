package gomath

// Log returns the natural logarithm of x, as archLog of log_amd64.s does: x = 2^k·(1+f)
// with √2/2 < 1+f ≤ √2, and log(1+f) = 2·artanh(s) with s = f/(2+f), whose series is a
// polynomial in s² (FreeBSD's e_log.c, Sun Microsystems 1993). A denormal x is read as
// if it were normal, and the result is as wrong as the assembly's; but for arm64 Log is Go,
// which is right.
func Log(x float64) float64 {
	z, bias := x, float64(0)
	if onARM64 {
		z = sel(x < 0x1p-1022, float64(x*0x1p54), x)
		bias = sel(x < 0x1p-1022, -54, 0.0)
	}
	k, m := logSplit(z, logOffset())
	if onARM64 {
		k = k + bias
	}
	y := logOf(k, m-1)
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

	// logRootHalf has the bits of √2/2.
	logRootHalf = 0x3fe6a09e667f3bcd

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

// logOffset returns where Log's range of m begins, for logSplit: behind √2/2 in the assembly.
func logOffset() uint64 {
	offset := uint64(logRootHalf + 1)
	if onARM64 {
		offset = logRootHalf
	}
	return offset
}

// logSplit splits a positive x into 2^k·m, where m is from the number with the bits
// offset to twice that; the offset lies between those of 0.5 and 1.
func logSplit(x float64, offset uint64) (k, m float64) {
	// 0x7ff more in the exponent keeps it positive for denormals, and 2^52 makes a
	// float of it.
	u := bits64(x) + (infBits - offset)
	k = from64(u>>52|0x433<<52) - (0x1p52 + 0x7ff)
	return k, from64(u&(1<<52-1) + offset)
}

// logOf returns Log's k·ln 2 + log(1+f).
func logOf(k, f float64) float64 {
	s := f / (2 + f)
	y := logSum(k, f, s, logPoly(float64(s*s)), float64(k*logLn2Lo))
	if onARM64 {
		s2 := float64(s * s)
		s4 := float64(s2 * s2)
		t1 := s2 * (logL1 + s4*(logL3+s4*(logL5+s4*logL7)))
		t2 := s4 * (logL2 + s4*(logL4+s4*logL6))
		hfsq := 0.5 * f * f
		y = k*logLn2Hi - ((hfsq - (k*logLn2Lo + s*(hfsq+(t2+t1)))) - f)
	}
	return y
}

// logPoly returns the polynomial of log(1+f) for s², the even and the odd powers apart.
// Here nothing is fused, as in logSum.
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
