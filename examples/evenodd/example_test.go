package evenodd_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/evenodd"
)

func Example() {
	compiled := lockstep.MustCompile(evenodd.Source, "IsEven")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"n": []int{5, 6, 8, 9},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Bool("r0"))
	// Output:
	// [false true true false]
}
