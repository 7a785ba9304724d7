package cubic_test

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/examples/cubic"
)

func Example() {
	in := []cubic.RootArgs{
		{P: 0, Q: -8, Lo: 0, Hi: 5},
		{P: 1, Q: 1, Lo: 0, Hi: 5},
		{P: 1, Q: 1, Lo: 5, Hi: 0},
	}
	for root, err := range cubic.RootSeq(context.Background(), slices.Values(in)) {
		fmt.Println(root, err, errors.Is(err, cubic.ErrSameSign))
	}
	// Output:
	// 2 <nil> false
	// 0 the cubic has the same sign at both ends true
	// NaN no interval: 5 is not below 0 false
}
