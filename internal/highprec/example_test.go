package highprec_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// The float64 next to π has a sine that is the rest of π: its digits from the
// 17th on.
func ExampleSin() {
	x := highprec.Float(3.141592653589793)
	fmt.Println(highprec.Add(x, highprec.Sin(x)).Text('f', 45))
	fmt.Println(highprec.Pi(highprec.Prec).Text('f', 45))
	// Output:
	// 3.141592653589793238462643383279502884197169399
	// 3.141592653589793238462643383279502884197169399
}
