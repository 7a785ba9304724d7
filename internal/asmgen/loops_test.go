package asmgen_test

// The functions of this file have loops. Tests translate it as they do package libm, here
// and in package engine, which runs what becomes of it.

func sel[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// Steps is a loop that ends early in some lanes.
func Steps(x, y uint64) uint64 {
	x = x&0xffff | 1
	n := uint64(0)
	for x != 1 && n < 60 {
		x = sel(x&1 != 0, x+x+x+1, x>>1)
		n++
	}
	return n ^ y
}

// Power has a region inside a loop.
func Power(x float64, y uint64) float64 {
	p, q := 1.0, x
	for i := y & 0xfff; i != 0; i >>= 1 {
		if i&1 != 0 {
			p = float64(p * q)
		}
		q = float64(q * q)
	}
	return p
}

// Swap changes variables that others read in the same round.
func Swap(x, y uint64) uint64 {
	a, b, c := x, y, x^y
	for i := uint64(0); i < y&7; i++ {
		a, b, c = b, c, a+i
	}
	return a - b
}

// Nested has a loop in a loop.
func Nested(x, y uint64) uint64 {
	s := y
	for i := uint64(0); i < x&7; i++ {
		t := s
		for k := i; k < y&15; k += 3 {
			if k&1 != 0 {
				t = t*5 + k
			}
			s += t
		}
		s ^= t << 7
	}
	return s - x
}

// Pressure has more values in its loop than there are registers.
func Pressure(x, y uint64) uint64 {
	a, b, c, d, e, f, g, h := x, y, x+1, y+1, x+2, y+2, x+3, y+3
	k, l, m, n, o, p, q, r := x^1, y^1, x^2, y^2, x^3, y^3, x^4, y^4
	z := a
	for i := uint64(0); i < x&3+2; i++ {
		a, b, c, d, e, f, g, h = b+i, c+k, d+l, e+m, f+n, g+o, h+p, a+q
		k, l, m, n, o, p, q, r = l^a, m^b, n^c, o^d, p^e, q^f, r^g, k^h
		z += a ^ r
		for j := uint64(0); j < y&1; j++ {
			z = z*3 + o
		}
	}
	return a + b + c + d + e + f + g + h + (k ^ l ^ m ^ n ^ o ^ p ^ q ^ r) + z
}
