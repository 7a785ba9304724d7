package mandelbrot_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/mandelbrot"
)

// One value for ci serves all lanes.
func Example() {
	compiled := lockstep.MustCompile(mandelbrot.Source, "Escape")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"cr": []float64{-2, -1.5, -1, -0.5, 0, 0.5, 1},
		"ci": []float64{0.5},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	// Output:
	// [1 3 5 256 256 5 2]
}
