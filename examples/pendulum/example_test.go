package pendulum_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep/examples/pendulum"
)

func Example() {
	records, errs, err := pendulum.SwingBatch(context.Background(),
		[]float64{0.5, 0.5},
		[]float64{0.1, 0},
		[][][]float64{
			nil,
			{{1, -0.5}, {2, -3}}, // kicked twice
		})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%d crossings, the first at %.3f; %v\n", len(records[0].Crossings), records[0].Crossings[0], errs[0])
	fmt.Println(records[1], errs[1])
	// Output:
	// 6 crossings, the first at 1.649; <nil>
	// <nil> the pendulum goes over the top
}
