package gomath

// Sin returns the sine of x, an angle in radians, as Sincos does too. Of the two polynomials of S. L.
// Moshier's Cephes (sin.c), which have one form, the coefficients are chosen.
func Sin(x float64) float64 {
	z, q := reduceOctants(abs(x))
	return from64(bits64(sinOfTurned(z, q)) ^ bits64(x)&(1<<63) ^ q<<62&(1<<63))
}

// Cos returns the cosine of x, an angle in radians, as Sincos does too.
func Cos(x float64) float64 {
	// A quarter turn ahead of the sine.
	z, q := reduceOctants(abs(x))
	return from64(bits64(sinOfTurned(z, q+1)) ^ (q+1)<<62&(1<<63))
}

// sinOfTurned returns the sine of z where q is even and the cosine where it is odd,
// for |z| ≤ π/4.
func sinOfTurned(z float64, q uint64) float64 {
	cosine := q&1 != 0
	zz := z * z
	p := sel(cosine, cosP0, sinP0)*zz + loaded(sel(cosine, cosP1, sinP1))
	p = p*zz + loaded(sel(cosine, cosP2, sinP2))
	p = p*zz + loaded(sel(cosine, cosP3, sinP3))
	p = p*zz + loaded(sel(cosine, cosP4, sinP4))
	p = p*zz + loaded(sel(cosine, cosP5, sinP5))
	// Half of zz is exact, or too small to count.
	lead := sel(cosine, fma(zz, -0.5, 1), z)
	return lead + sel(cosine, zz, z)*zz*p
}

// sincos returns the sine and the cosine of x ≥ 0, with the bits of both functions.
func sincos(x float64) (sin, cos float64) {
	z, q := reduceOctants(x)
	s := sinOfTurned(z, 0)
	c := sinOfTurned(z, 1)
	cosine := q&1 != 0
	sin = from64(bits64(sel(cosine, c, s)) ^ q<<62&(1<<63))
	cos = from64(bits64(sel(cosine, s, c)) ^ (q+1)<<62&(1<<63))
	return sin, cos
}

const (
	sinP0 = 1.58962301576546568060e-10
	sinP1 = -2.50507477628578072866e-8
	sinP2 = 2.75573136213857245213e-6
	sinP3 = -1.98412698295895385996e-4
	sinP4 = 8.33333333332211858878e-3
	sinP5 = -1.66666666666666307295e-1

	cosP0 = -1.13585365213876817300e-11
	cosP1 = 2.08757008419747316778e-9
	cosP2 = -2.75573141792967388112e-7
	cosP3 = 2.48015872888517045348e-5
	cosP4 = -1.38888888888730564116e-3
	cosP5 = 4.16666666666665929218e-2
)
