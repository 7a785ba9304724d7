package kepler_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/kepler"
)

func Example() {
	compiled := lockstep.MustCompile(kepler.Source, "Anomaly")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"mean": []float64{1, 1, 1},
		"ecc":  []float64{0, 0.5, 0.99},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for lane, e := range result.Float64("anomaly") {
		fmt.Printf("%.12f after %d steps\n", e, result.Int64("steps")[lane])
	}
	// Output:
	// 1.000000000000 after 1 steps
	// 1.498701133518 after 6 steps
	// 1.927635550696 after 6 steps
}
