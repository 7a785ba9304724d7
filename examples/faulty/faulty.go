// Package faulty does everything that makes a Go function panic, on request.
// In a batch each of these ends one lane, and the others finish.
package faulty

// What Run does with x.
const (
	Square     = iota // x*x; nothing goes wrong
	Divide            // 1000/x; panics for zero
	Lookup            // an element of a table; panics outside 0…7
	Shift             // 1<<x; panics for negative x
	Descend           // recursion of depth x; endless for negative x
	Spin              // a loop of x rounds; endless for negative x
	SquareRoot        // the integer square root; panics, in words, for negative x
)

var primes = [8]int{2, 3, 5, 7, 11, 13, 17, 19}

// Run does what kind says with x, and returns -1 for an unknown kind.
func Run(kind, x int) int {
	switch kind {
	case Square:
		return x * x
	case Divide:
		return 1000 / x
	case Lookup:
		return primes[x]
	case Shift:
		return 1 << x
	case Descend:
		return descend(x)
	case Spin:
		return spin(x)
	case SquareRoot:
		return squareRoot(x)
	}
	return -1
}

// descend adds up 1…n, one call a number.
func descend(n int) int {
	if n == 0 {
		return 0
	}
	return n + descend(n-1)
}

// spin counts to n by steps of one.
func spin(n int) int {
	i := 0
	for i != n {
		i++
	}
	return i
}

// squareRoot rounds down.
func squareRoot(n int) int {
	if n < 0 {
		panic("square root of a negative number")
	}
	r := 0
	for bit := 1 << 31; bit > 0; bit >>= 1 {
		if t := r + bit; t <= n/t {
			r = t
		}
	}
	return r
}
