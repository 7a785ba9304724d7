package tak_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/tak"
)

func Example() {
	compiled := lockstep.MustCompile(tak.Source, "Tak")
	result, err := compiled.Run(context.Background(), lockstep.Inputs{
		"x": []int{18, 10, 1},
		"y": []int{12, 5, 2},
		"z": []int{6, 0, 3},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lockstep.Column[int](result, "r0"))
	// Output:
	// [7 5 3]
}
