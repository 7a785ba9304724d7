// Command functions calls a wrapper, of a function with mathematical functions, that makes its machine code at run time.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/lockstep-simt/lockstep/examples/quadrature"
)

func main() {
	fmt.Println(quadrature.IntegrateBatch(context.Background(), []float64{0}, []float64{float64(len(os.Args))}))
}
