// Command assembly calls a wrapper that has its machine code as assembly.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/lockstep-simt/lockstep/examples/nqueens"
)

func main() {
	fmt.Println(nqueens.CompletionsBatch(context.Background(), []int{len(os.Args)}, []int{1}, []int{1}))
}
