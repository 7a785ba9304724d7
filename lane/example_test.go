package lane_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/lockstep-simt/lockstep/examples/faulty"
	"github.com/lockstep-simt/lockstep/lane"
)

// A wrapper's call in which some lanes panic, and one would never end: the others have their
// results, and the error says which lanes do not, and why.
func ExampleFaultError() {
	kind := []int{faulty.Square, faulty.Divide, faulty.Spin, faulty.Square}
	x := []int{5, 0, -1, 7}
	results, err := faulty.RunBatch(context.Background(), kind, x, lane.MaxSteps(10_000))
	var faults *lane.FaultError
	if !errors.As(err, &faults) {
		fmt.Println(err)
		return
	}
	fmt.Println(results)
	for _, f := range faults.Faults {
		fmt.Printf("lane %d: %v\n", f.Lane, f)
	}
	// Output:
	// [25 0 0 49]
	// lane 1: integer divide by zero at faulty.go:24:15
	// lane 2: step limit exceeded at faulty.go:51:3
}
