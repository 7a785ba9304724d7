// Command plain calls a function by itself.
package main

import (
	"fmt"
	"os"
)

func fib(n int) int {
	if n > 1 {
		return fib(n-2) + fib(n-1)
	}
	return 1
}

func main() { fmt.Println(fib(len(os.Args))) }
