package fib_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/fib"
)

func Example() {
	compiled := lockstep.MustCompile(fib.Source, "Fib")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"n": []int{6, 7, 8, 20},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	// Output:
	// [8 13 21 6765]
}
