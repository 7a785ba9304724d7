package table_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/examples/table"
)

func Example() {
	xs, ys := []float64{0, 1, 3, 4}, []float64{0, 10, 20, 0}
	y, err := table.InterpolateBatch(context.Background(), []float64{0.5, 2, 3.75}, xs, ys)
	fmt.Println(y, err)

	// A sequence of inputs, as they come.
	for y, err := range table.InterpolateSeq(context.Background(), slices.Values([]float64{1, 5}), xs, ys) {
		fmt.Println(y, err)
	}
	// Output:
	// [5 15 5] <nil>
	// 10 <nil>
	// -20 <nil>
}
