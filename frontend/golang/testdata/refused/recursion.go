package refused

func Fn(n int) int {
	var fib func(int) int // error: fib: function values are not available in batched code; declare a function and call it by its name, also for recursion
	fib = func(n int) int { // error: function literal
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	return fib(n) + apply(twice, n) // error: twice used as a value
}

func apply(f func(int) int, n int) int { return f(n) } // error: parameter f: function values

func twice(n int) int { return 2 * n }
