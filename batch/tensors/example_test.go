package tensors_test

import (
	"context"
	"fmt"

	"gorgonia.org/tensor"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch/tensors"
)

// A Go function over tensors: the leading axis is the batch, the rest is the
// shape of the function's array parameter.
func Example() {
	longest := lockstep.MustCompile(`package demo

func Longest(x [3]float64) (at int, length float64) {
	for i, v := range x {
		if v > length {
			at, length = i, v
		}
	}
	return at, length
}
`, "Longest")
	x := tensor.New(tensor.WithShape(2, 3), tensor.WithBacking([]float64{1, 5, 2, 9, 0, 3}))
	out, _, err := tensors.Run(context.Background(), longest.Code(), []*tensor.Dense{x})
	if err != nil {
		panic(err)
	}
	fmt.Println(out[0].Data(), out[1].Data())
	// Output: [1 0] [5 9]
}
