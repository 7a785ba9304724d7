package faulty_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/faulty"
)

func Example() {
	compiled := lockstep.MustCompile(faulty.Source, "Run", lockstep.FileName("faulty.go"))
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"kind": []int{faulty.Square, faulty.Divide, faulty.Lookup, faulty.SquareRoot, faulty.Spin, faulty.Square},
		"x":    []int{5, 0, 8, -1, -1, 7},
	}, lockstep.MaxSteps(10000))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	for _, fault := range result.Faults {
		fmt.Printf("lane %d: %v\n", fault.Lane, fault)
	}
	// Output:
	// [25 0 0 0 0 49]
	// lane 1: integer divide by zero at faulty.go:24:15
	// lane 2: index out of range at faulty.go:26:16
	// lane 3: panic: square root of a negative number at faulty.go:59:8
	// lane 4: step limit exceeded at faulty.go:51:3
}
