package rk45_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/rk45"
)

func Example() {
	compiled := lockstep.MustCompile(rk45.Source, "VanDerPol")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"mu":   []float64{0.1, 1, 30},
		"time": []float64{10},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for lane, x := range result.Float64("x") {
		fmt.Printf("x %.4f, v %.4f after %d steps\n", x, result.Float64("v")[lane], result.Int64("steps")[lane])
	}
	// Output:
	// x -1.6997, v 1.0075 after 49 steps
	// x -2.0083, v 0.0329 after 104 steps
	// x 1.7520, v -0.0282 after 255 steps
}
