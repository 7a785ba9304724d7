package gcd_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/gcd"
)

func Example() {
	compiled := lockstep.MustCompile(gcd.Source, "Gcd")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"a": []int64{48, 17, 7540113804746346429},
		"b": []int64{36, 13, 4660046610375530309},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Int64("r0"))
	// Output:
	// [12 1 1]
}
