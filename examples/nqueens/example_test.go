package nqueens_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/nqueens"
)

// The solutions of eight queens with the first in the corner are 4 in all.
func Example() {
	compiled := lockstep.MustCompile(nqueens.Source, "Completions")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"n":      []int{8},
		"first":  []int{0, 0, 0, 0, 0, 0, 0, 0},
		"second": []int{0, 1, 2, 3, 4, 5, 6, 7},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	// Output:
	// [0 0 0 0 1 1 2 0]
}
