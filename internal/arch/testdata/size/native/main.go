// Command native calls a wrapper that makes its machine code at run time.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/lockstep-simt/lockstep/examples/fib"
)

func main() { fmt.Println(fib.FibBatch(context.Background(), []int{len(os.Args)})) }
