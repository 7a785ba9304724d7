package orbit_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep/examples/orbit"
)

func Example() {
	bodies := []orbit.Body{
		{Pos: [3]float64{1, 0, 0}, Vel: [3]float64{0, 1, 0}},
		{}, // in the star
		{Pos: [3]float64{0, 4, 0}, Vel: [3]float64{0.5, 0, 0}},
	}
	after, err := orbit.BodyAfterBatch(context.Background(), bodies, []float64{1, 1, 1}, []int{100, 100, 100})
	fmt.Println(err)
	for _, b := range after {
		fmt.Printf("%.4f\n", b.Pos)
	}
	// Output:
	// BodyAfterBatch: 1 of 3 lanes faulted: lane 1: panic: in the star at orbit.go:37:8
	// [0.5403 0.8415 0.0000]
	// [0.0000 0.0000 0.0000]
	// [0.4987 3.9688 0.0000]
}
