package fnv_test

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep/examples/fnv"
)

func Example() {
	keys := [][]byte{[]byte("orders/17"), []byte("orders/18"), nil}
	sums, err := fnv.SumBatch(context.Background(), keys)
	if err != nil {
		fmt.Println(err)
	}
	for i, sum := range sums {
		fmt.Printf("%q goes to shard %d\n", keys[i], sum%16)
	}
	// Output:
	// "orders/17" goes to shard 13
	// "orders/18" goes to shard 0
	// "" goes to shard 5
}
