package libm

// Cbrt returns the cube root of x, exactly for cubes.
//
// The method is table-driven: |x| = 8^n·2^j·m with m in [47/64, 94/64) and j of
// 0, 1 and 2, and the root is 2^n · ∛2^j · ∛(1/c) · ∛(1+r) where c, one of
// sixteen numbers near 1/m, makes r = m·c-1 small, and exact (the tables of Log).
// The product of the roots of 2^j and 1/c is taken as a sum of two float64s.
// Largest error seen: 0.53 ulp.
//
// Special cases are those of [math.Cbrt].
func Cbrt(x float64) float64 {
	a := abs(x)
	z, bias := a, float64(logBias-1)
	special := logIsSpecial(a)
	if special {
		z = float64(a * 0x1p54) // for denormals
		bias = logBias - 1 - 54
	}
	k, i, m := logSplit(z, bias) // k is 3n+j-1
	r := fma(m, logRecip[i&15], -1)

	const shift = 0x1.8p52
	n := fma(k, 1.0/3, shift) - shift
	j := bits64(fma(-3, n, k) + shift)
	g, h := cbrtOf2Hi[j&3], cbrtTableHi[i&15]
	t := float64(g * h)
	tLo := fma(g, h, -t) + fma(g, cbrtTableLo[i&15], float64(cbrtOf2Lo[j&3]*h))

	r2 := float64(r * r)
	q := fma(fma(cbrtP8, r, cbrtP7), r2, fma(cbrtP6, r, cbrtP5))
	q = fma(q, r2, fma(cbrtP4, r, cbrtP3))
	q = fma(q, r2, fma(cbrtP2, r, cbrtP1))
	y := scale(t+fma(float64(t*r), q, tLo), n)
	if special {
		y = sel(a == 0 || !(a < from64(infBits)), a, y)
	}
	return copysign(y, x)
}

// Hypot returns √(x²+y²) without undue overflow or underflow.
//
// The root of the rounded sum is corrected by the remainder, exactly computed
// (Borges, "Algorithm 1014: an improved algorithm for hypot(x,y)", 2020). Largest
// error seen: 0.51 ulp.
//
// Special cases are those of [math.Hypot].
func Hypot(x, y float64) float64 {
	x = abs(x)
	y = abs(y)
	a := sel(x < y, y, x)
	b := sel(x < y, x, y)
	// A square that is too large or small is made harmless. Where a alone is not
	// small, b's square is nothing to a's if it underflows.
	extreme := !(a > 0x1p-400 && a < 0x1p500)
	up := float64(1)
	if extreme {
		tiny := a < 1
		down := sel(tiny, 0x1p600, 0x1p-600)
		up = sel(tiny, 0x1p-600, 0x1p600)
		a = float64(a * down)
		b = float64(b * down)
	}
	a2 := float64(a * a)
	h := sqrt(fma(b, b, a2))
	h2 := float64(h * h)
	rest := fma(-b, b, h2-a2) + (fma(h, h, -h2) - fma(a, a, -a2))
	r := h - rest/(h+h)
	if extreme {
		r = float64(sel(h == 0, 0, r) * up)
		inf := from64(infBits)
		r = sel(x == inf || y == inf, inf, r)
	}
	return r
}
