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

// A recursive function as the machine runs it. Only two variables have a stack:
// the parameter, and the first call's result while the second call runs.
func ExampleKernel_Lowered() {
	fib := lockstep.MustCompile(`package demo

func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}
`, "Fib")
	fmt.Print(fib.Lowered())
	// Output:
	// program Fib lowered
	//
	// var n       : i64  register
	// var r0      : i64  register
	// var Fib.n   : i64  full
	// var Fib.t   : bool temporary
	// var Fib.t_3 : i64  full
	//
	// func Fib(Fib.n) -> (r0) at Fib.entry
	//
	// func main(n) -> (r0) {
	// start:
	//     push Fib.n = copy n
	//     goto Fib.entry
	// Fib.entry:                               // from: start, Fib.if.done, Fib.if.done.ret1
	//     Fib.t = lt.i64 Fib.n, 2
	//     branch Fib.t, Fib.if.then, Fib.if.done
	// Fib.if.then:                             // from: Fib.entry
	//     r0 = copy Fib.n
	//     pop Fib.n
	//     return
	// Fib.if.done:                             // from: Fib.entry
	//     push Fib.n = sub.i64 Fib.n, 1
	//     pushgoto Fib.if.done.ret1, Fib.entry
	// Fib.if.done.ret1:                        // return to: Fib.if.done
	//     push Fib.t_3 = copy r0
	//     Fib.n = sub.i64 Fib.n, 2
	//     pushgoto Fib.if.done.ret2, Fib.entry
	// Fib.if.done.ret2:                        // return to: Fib.if.done.ret1
	//     r0 = add.i64 Fib.t_3, r0
	//     pop Fib.t_3
	//     return
	// }
}
