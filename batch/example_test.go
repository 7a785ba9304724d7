package batch_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// A quotient for each lane. The lane that divides by zero faults; the others do not notice.
func ExampleCode_Run() {
	p, err := program.Parse("quotient.lockstep", `program quotient source
var a : i64
var b : i64
var q : i64
func main(a, b) -> (q) {
entry:
    q = div.i64 a, b
    goto halt
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	lowered, err := lower.Lower(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	code, err := batch.Compile(lowered)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := code.Run(context.Background(), []batch.Column{
		{Data: []int64{7, 8, 9}},
		{Data: []int64{2, 0, -4}},
	})
	fmt.Println(result.Cols[0].Data, err)
	fmt.Println(result.Faults[0].Lane, result.Faults[0].Code)
	// Output:
	// [3 0 -2] <nil>
	// 1 integer divide by zero
}
