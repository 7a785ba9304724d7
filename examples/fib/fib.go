// Package fib computes Fibonacci numbers in the most wasteful way: a function
// that calls itself twice. It shows what a batch does with deep, divergent
// recursion and almost no arithmetic, which is the hardest case.
package fib

// Fib returns the n-th Fibonacci number, with Fib(0) = 0 and Fib(1) = 1.
// Negative n gives n itself. Time grows as the result does.
func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}
