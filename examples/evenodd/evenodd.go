// Package evenodd has functions that call each other: a pair whose calls are
// all tail calls, and a pair whose calls are nested.
package evenodd

// IsEven reports whether n is even by asking whether n-1 is odd. Negative n
// counts as even.
func IsEven(n int) bool {
	if n <= 0 {
		return true
	}
	return IsOdd(n - 1)
}

// IsOdd reports whether n is odd by asking whether n-1 is even. Zero and
// negative n do not count as odd.
func IsOdd(n int) bool {
	if n <= 0 {
		return false
	}
	return IsEven(n - 1)
}

// Female returns the n-th element of Hofstadter's female sequence, and 1 for
// n below 1.
func Female(n int) int {
	if n <= 0 {
		return 1
	}
	return n - Male(Female(n-1))
}

// Male returns the n-th element of Hofstadter's male sequence, and 0 for n
// below 1.
func Male(n int) int {
	if n <= 0 {
		return 0
	}
	return n - Female(Male(n-1))
}
