package interp_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

func ExampleRun() {
	p, err := program.Parse("gcd.lockstep", `
program gcd source

var a    : i64
var b    : i64
var done : bool

func main(a, b) -> (a) {
start:
    goto test
test:
    done = eq.i64 b, 0
    branch done, halt, step
step:
    a, b = copy b, a
    b = rem.i64 b, a
    goto test
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	results, fault, err := interp.Run(p, []interp.Value{interp.Int64(49), interp.Int64(56)})
	fmt.Println(results, fault, err)
	// A lane that never ends is stopped by a limit.
	_, fault, _ = interp.Run(p, []interp.Value{interp.Int64(49), interp.Int64(56)}, interp.MaxSteps(3))
	fmt.Println(fault)
	// Output:
	// [7] <nil> <nil>
	// gcd.lockstep:12:5: step limit exceeded
}
