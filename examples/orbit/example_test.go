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

// Frames of a film need two slices of bodies, however many frames there are.
func ExampleBodyAfterBatchInto() {
	now := []orbit.Body{
		{Pos: [3]float64{1, 0, 0}, Vel: [3]float64{0, 1, 0}},
		{Pos: [3]float64{0, 4, 0}, Vel: [3]float64{0.5, 0, 0}},
	}
	next := make([]orbit.Body, len(now))
	time, steps := []float64{0.5, 0.5}, []int{50, 50}
	for range 3 {
		if err := orbit.BodyAfterBatchInto(context.Background(), next, now, time, steps); err != nil {
			fmt.Println(err)
			return
		}
		now, next = next, now
		fmt.Printf("%.4f %.4f\n", now[0].Pos, now[1].Pos)
	}
	// Output:
	// [0.8776 0.4794 0.0000] [0.2498 3.9922 0.0000]
	// [0.5403 0.8415 0.0000] [0.4987 3.9688 0.0000]
	// [0.0707 0.9975 0.0000] [0.7456 3.9299 0.0000]
}
