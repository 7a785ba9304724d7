package blackscholes_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/blackscholes"
)

// Parameters with one value have it in every lane.
func Example() {
	compiled := lockstep.MustCompile(blackscholes.Source, "Call")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"spot":   []float64{100},
		"strike": []float64{80, 100, 120},
		"rate":   []float64{0.05},
		"vol":    []float64{0.2},
		"years":  []float64{1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for lane, price := range result.Float64("price") {
		fmt.Printf("price %.4f, delta %.4f\n", price, result.Float64("delta")[lane])
	}
	// Output:
	// price 24.5888, delta 0.9286
	// price 10.4506, delta 0.6368
	// price 3.2475, delta 0.2872
}
