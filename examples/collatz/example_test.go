package collatz_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/collatz"
)

func Example() {
	compiled := lockstep.MustCompile(collatz.Source, "Steps")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"n": []int64{1, 27, 837799},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Int64("steps"))
	fmt.Println(result.Int64("peak"))
	// Output:
	// [0 111 524]
	// [1 9232 2974984576]
}
