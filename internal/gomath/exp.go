package gomath

// Exp returns e to the power x, as archExp of exp_amd64.s does where there is FMA:
// x = n·ln 2 + r, e^(r/16) - 1 by its Taylor series, four squarings of 1+y as
// y·(2+y), and a scaling by the bits of 2ⁿ (Shibata, "Efficient evaluation methods of
// elementary functions suitable for SIMD computation", 2010).
func Exp(x float64) float64 {
	y, n := expParts(x)
	z := from64(bits64(y) + bits64(n+0x1.8p52)<<52)
	if !(abs(x) < 708) {
		// x far beyond the bounds makes junk of y and n.
		z = scale(y, n)
		z = sel(x > expOverflow || n >= 1024, from64(infBits), z)
		z = sel(x < -746, 0, z)
	}
	return z
}

// expParts returns y and an integer n, of which e to the power a is y times 2 to the
// power n, y near 1.
func expParts(a float64) (y, n float64) {
	n = rint(float64(a * expLog2E))
	r := fma(-n, expLn2Hi, a)
	r = fma(-n, expLn2Lo, r)
	r = float64(r * 0.0625)
	p := fma(0x1.a01a01a01a01ap-16, r, 0x1.a01a01a01a01ap-13)
	p = fma(p, r, 0x1.6c16c16c16c17p-10)
	p = fma(p, r, 0x1.1111111111111p-7)
	p = fma(p, r, 0x1.5555555555555p-5)
	p = fma(p, r, 0x1.5555555555555p-3)
	p = fma(p, r, 0.5)
	p = fma(p, r, 1)
	y = float64(r * p)
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	y = float64(y * (y + 2))
	y = fma(y, y+2, 1)
	return y, n
}

const (
	expLog2E    = 1.4426950408889634073599246810018920
	expLn2Hi    = 0.69314718055966295651160180568695068359375
	expLn2Lo    = 0.28235290563031577122588448175013436025525412068e-12
	expOverflow = 7.09782712893384e+02
)
