package lockstep_test

import (
	"context"
	"fmt"
	"math"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/libm"
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
func ExampleFunc_Run_faults() {
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
	// lane 1 integer divide by zero at (source):17:37
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

// The mathematical functions have the bits of Go's, unless lockstep's own are asked for.
// A path of commands that all lanes share is compiled as straight code.
func ExampleFunc_Specialise() {
	const source = `package turtle

// Walk follows commands: f is a step forward, r a turn to the right.
func Walk(commands []byte, step float64) (x, y float64) {
	dx, dy := 1.0, 0.0
	for _, c := range commands {
		switch c {
		case 'f':
			x += float64(dx * step)
			y += float64(dy * step)
		case 'r':
			dx, dy = dy, -dx
		}
	}
	return x, y
}`
	walk := lockstep.MustCompile(source, "Walk", lockstep.Uniform("commands"))
	path, err := walk.Specialise(lockstep.WithUniform("commands", []byte("ffrfrf")))
	if err != nil {
		panic(err)
	}
	res, err := path.Run(context.Background(), lockstep.Inputs{"step": []float64{1, 2.5}})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Float64("x"), res.Float64("y"))
	// Output: [1 2.5] [-1 -2.5]
}

func ExampleOurMath() {
	const source = `package wave

import "math"

func Wave(x float64) float64 { return math.Exp(-x) * math.Cos(2*x) }
`
	in := lockstep.Inputs{"x": []float64{3.25}}
	gos, err := lockstep.MustCompile(source, "Wave").Run(context.Background(), in)
	if err != nil {
		panic(err)
	}
	ours, err := lockstep.MustCompile(source, "Wave", lockstep.OurMath()).Run(context.Background(), in)
	if err != nil {
		panic(err)
	}
	x := 3.25
	fmt.Println(gos.Float64("r0")[0] == float64(math.Exp(-x)*math.Cos(2*x)))
	fmt.Println(ours.Float64("r0")[0] == float64(libm.Exp(-x)*libm.Cos(2*x)))
	// Output:
	// true
	// true
}

// Results in memory that is used again and again.
func ExampleInto() {
	ctx := context.Background()
	square := lockstep.MustCompile(`package demo

func Square(x float64) (y float64) { return x * x }
`, "Square")
	y := make([]float64, 2)
	for _, x := range [][]float64{{1, 2}, {3, 4}} {
		if _, err := square.Run(ctx, lockstep.Inputs{"x": x}, lockstep.Into("y", y)); err != nil {
			fmt.Println(err)
		}
		fmt.Println(y)
	}
	// Output:
	// [1 4]
	// [9 16]
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
func ExampleFunc_Lowered() {
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
	// var Fib.n   : i64  register
	// var r0      : i64  register
	// var Fib.t_2 : i64  full
	// var Fib.t.1 : bool temporary
	// var Fib.t.2 : bool temporary
	// var Fib.t.3 : bool temporary
	//
	// func Fib(Fib.n) -> (r0) at Fib.rest
	//
	// func main(n) -> (r0) {
	// start:
	//     Fib.t.3 = lt.i64 n, 2
	//     branch Fib.t.3, start.leaf, start.call
	// start.leaf:                              // from: start
	//     r0 = copy n
	//     goto halt
	// start.call:                              // from: start
	//     Fib.n = copy n
	//     goto Fib.rest
	// Fib.rest:                                // from: start.call, Fib.if.done.call.1, Fib.if.done.call
	//     push Fib.t_2 = sub.i64 Fib.n, 1
	//     Fib.t.2 = lt.i64 Fib.t_2, 2
	//     branch Fib.t.2, Fib.if.done.after.1, Fib.if.done.call.1
	// Fib.if.done.call.1:                      // from: Fib.rest
	//     Fib.n = sub.i64 Fib.n, 1
	//     pop Fib.t_2
	//     pushgoto Fib.if.done.call.1.ret1, Fib.rest
	// Fib.if.done.call.1.ret1:                 // return to: Fib.if.done.call.1
	//     Fib.n = add.i64 Fib.n, 1
	//     push Fib.t_2 = copy r0
	//     goto Fib.if.done.after.1
	// Fib.if.done.after.1:                     // from: Fib.rest, Fib.if.done.call.1.ret1
	//     r0 = sub.i64 Fib.n, 2
	//     Fib.t.1 = lt.i64 r0, 2
	//     branch Fib.t.1, Fib.if.done.after, Fib.if.done.call
	// Fib.if.done.call:                        // from: Fib.if.done.after.1
	//     Fib.n = sub.i64 Fib.n, 2
	//     pushgoto Fib.if.done.call.ret1, Fib.rest
	// Fib.if.done.call.ret1:                   // return to: Fib.if.done.call
	//     Fib.n = add.i64 Fib.n, 2
	//     goto Fib.if.done.after
	// Fib.if.done.after:                       // from: Fib.if.done.after.1, Fib.if.done.call.ret1
	//     r0 = add.i64 Fib.t_2, r0
	//     pop Fib.t_2
	//     return
	// }
}
