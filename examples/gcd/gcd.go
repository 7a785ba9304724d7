// Package gcd computes greatest common divisors in two ways: Euclid's
// algorithm as a tail call that permutes its own arguments, and the binary
// algorithm as a loop over package math/bits.
package gcd

import "math/bits"

// Gcd returns the greatest common divisor of a and b by Euclid's algorithm,
// zero for two zeros. The sign of the result is that of the last remainder.
//
// The call is a tail call, so the batch turns it into a jump and needs no
// stack, however long a lane takes.
func Gcd(a, b int64) int64 {
	if b == 0 {
		return a
	}
	return Gcd(b, a%b)
}

// Binary returns the greatest common divisor of a and b by Stein's algorithm:
// subtractions and shifts, no division.
func Binary(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= uint(bits.TrailingZeros64(a))
	for b != 0 {
		b >>= uint(bits.TrailingZeros64(b))
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << uint(shift)
}
