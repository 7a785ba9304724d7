package faulty_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/faulty"
)

func Example() {
	kernel := lockstep.MustCompile(faulty.Source, "Run")
	result, err := kernel.Run(context.Background(), lockstep.Inputs{
		"kind": []int{faulty.Square, faulty.Divide, faulty.Lookup, faulty.SquareRoot, faulty.Spin, faulty.Square},
		"x":    []int{5, 0, 8, -1, -1, 7},
	}, lockstep.MaxSteps(10000))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	for _, fault := range result.Faults {
		fmt.Println(fault)
	}
	// Output:
	// ?
}
