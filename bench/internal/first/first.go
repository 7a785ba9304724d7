package first

// Logistic is arithmetic and nothing else: the batch is fast.
func Logistic(r, x float64) float64 {
	for range 60 {
		x = r * x * (1 - x)
	}
	return x
}

// Tak is recursion and nothing else: the batch is slow.
func Tak(x, y, z int) int {
	if y >= x {
		return z
	}
	return Tak(Tak(x-1, y, z), Tak(y-1, z, x), Tak(z-1, x, y))
}

// Collatz has lanes that take between a few and hundreds of rounds.
func Collatz(n int) (steps int) {
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

// Line is nearly free.
func Line(a, x float64) float64 { return float64(a*x) + 1 }

// Long takes about 0.1 ms.
func Long(r, x float64) float64 {
	for range 25_000 {
		x = r * x * (1 - x)
	}
	return x
}
