package lockstep_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
)

const source = `
package demo

// Steps counts how many halvings and triplings bring n to 1.
func Steps(n int) (steps int) {
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

func Ratio(a, b int) int { return a / b }

func Scale(x, by float64) float64 { return x * by }
`

// Compile a function from its source text and run it over a batch.
func Example() {
	steps := lockstep.MustCompile(source, "Steps")
	res, err := steps.Run(context.Background(), lockstep.Inputs{"n": []int{1, 6, 7, 27}})
	if err != nil {
		panic(err)
	}
	fmt.Println(lockstep.Column[int](res, "steps"))
	// Output: [0 8 16 111]
}

// A lane that fails does not hurt the others.
func ExampleKernel_Run_faults() {
	ratio := lockstep.MustCompile(source, "Ratio")
	res, err := ratio.Run(context.Background(), lockstep.Inputs{
		"a": []int{10, 20, 30},
		"b": []int{2, 0, 5},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(lockstep.Column[int](res, "r0"))
	for _, f := range res.Faults {
		fmt.Println("lane", f.Lane, f)
	}
	// Output:
	// [5 0 6]
	// lane 1 integer divide by zero at source.go:17:37
}

// A column of one value holds for all lanes. A uniform parameter is one value
// by construction, and costs nothing per lane.
func ExampleUniform() {
	scale := lockstep.MustCompile(source, "Scale", lockstep.Uniform("by"))
	res, err := scale.Run(context.Background(),
		lockstep.Inputs{"x": []float64{1, 2, 3}},
		lockstep.WithUniform("by", 2.5))
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Float64("r0"))
	// Output: [2.5 5 7.5]
}

// Everything that is not accepted is reported at once, with its place.
func ExampleCompile_refused() {
	_, err := lockstep.Compile(`package demo

func Count(words map[string]int, key string) int { return words[key] }
`, "Count")
	fmt.Println(err != nil)
	// Output: true
}
