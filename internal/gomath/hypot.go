package gomath

// Hypot returns the length of the vector (x, y), as archHypot of hypot_amd64.s does:
// the greater one times the square root of 1 and the ratio's square, which does not
// overflow on the way.
func Hypot(x, y float64) float64 {
	p, q := abs(x), abs(y)
	less := p < q
	high, low := sel(less, q, p), sel(less, p, q)
	r := low / high
	square := 1 + float64(r*r)
	if onARM64 { // where it is not assembly
		square = 1 + r*r
	}
	z := high * sqrt(square)
	// The sum is 0 for zeros, and infinite or NaN for these.
	sum := p + q
	if bits64(sum)-1 >= infBits-1 {
		z = sel(sum == 0, 0, z)
		z = sel(p == from64(infBits) || q == from64(infBits), from64(infBits), z)
	}
	return z
}
