// Package collatz follows the 3n+1 sequence: a loop whose length is different
// for every input and cannot be predicted.
package collatz

// Steps returns how many steps of the 3n+1 sequence lead from n to 1, and the
// largest number met on the way. It gives up on n below 1: zero steps.
func Steps(n int64) (steps, peak int64) {
	peak = n
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		peak = max(peak, n)
		steps++
	}
	return steps, peak
}
