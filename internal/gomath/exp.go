package gomath

// Exp returns e to the power x, as archExp of exp_amd64.s does where there is FMA:
// x = n·ln 2 + r, e^(r/16) - 1 by its Taylor series, four squarings of 1+y as
// y·(2+y), and a scaling by the bits of 2ⁿ (Shibata, "Efficient evaluation methods of
// elementary functions suitable for SIMD computation", 2010).
func Exp(x float64) float64 {
	y, n := expParts(x)
	z := expScaled(y, n)
	if !(abs(x) < 708) {
		// x far beyond the bounds makes junk of y and n.
		z = scale(y, n)
		z = sel(x > expOverflow || n >= 1024, from64(infBits), z)
		z = sel(x < -746, 0, z)
	}
	if onARM64 {
		z = expARM64(x)
	}
	return z
}

// expARM64 is archExp of exp_arm64.s: x = k·ln 2 + r, and e^r as Exp2 has it.
func expARM64(x float64) float64 {
	k := trunc(fma(x, expm1Log2E, copysign(0.5, x)))
	m := expOfParts(fma(-k, logLn2Hi, x), float64(k*logLn2Lo))
	y := scale(m, k)
	// The assembly loses some of what should be the least number.
	y = sel(k < -1074 || k == -1074 && m <= 0.75, 0, y)
	y = sel(x > expm1Overflow, from64(infBits), y)
	y = sel(x < -7.45133219101941108420e+02, 0, y)
	return sel(abs(x) < 0x1p-28, 1+x, y)
}

// expParts returns y, near 1, and an integer n: e to the power a is y times 2 to the
// power n.
func expParts(a float64) (y, n float64) {
	n = rint(float64(a * expLog2E))
	r := fma(-n, expLn2Hi, a)
	r = fma(-n, expLn2Lo, r)
	return expReduced(r), n
}

// expScaled returns y times 2 to the power n, for y near 1 and |n| ≤ 1020.
func expScaled(y, n float64) float64 { return from64(bits64(y) + bits64(n+0x1.8p52)<<52) }

// expReduced returns e to the power r, |r| ≤ ½ ln 2. The assembly divides r by 16 first;
// here the coefficients are divided by powers of 16, which gives the same digits.
func expReduced(r float64) float64 {
	p := fma(0x1.a01a01a01a01ap-48, r, 0x1.a01a01a01a01ap-41)
	p = fma(p, r, 0x1.6c16c16c16c17p-34)
	p = fma(p, r, 0x1.1111111111111p-27)
	p = fma(p, r, 0x1.5555555555555p-21)
	p = fma(p, r, 0x1.5555555555555p-15)
	p = fma(p, r, 0x1p-9)
	p = fma(p, r, 0x1p-4)
	y := float64(r * p)
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	return fma(y, y+2, 1)
}

const (
	expLog2E    = 1.4426950408889634073599246810018920
	expLn2Hi    = 0.69314718055966295651160180568695068359375
	expLn2Lo    = 0.28235290563031577122588448175013436025525412068e-12
	expOverflow = 7.09782712893384e+02
)
