package quadrature_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/quadrature"
)

var integrate = lockstep.MustCompile(quadrature.Source, "Integrate")

func Example() {
	result, err := integrate.Run(context.Background(), lockstep.Inputs{
		"a": []float64{0, 0, 1},
		"b": []float64{1, 2, 3},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for lane, area := range result.Float64("r0") {
		fmt.Printf("lane %d: %.9f\n", lane, area)
	}
	fmt.Printf("the loop: %.9f\n", quadrature.Integrate(1, 3))
	// Output:
	// lane 0: 0.364423105
	// lane 1: 0.176723377
	// lane 2: -0.179548429
	// the loop: -0.179548429
}
