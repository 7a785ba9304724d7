package libm_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/libm"
)

// Powers that are numbers come out exactly, and the special cases are those of
// package math.
func ExamplePow() {
	fmt.Println(libm.Pow(10, -3), libm.Pow(9, 0.5), libm.Pow(-2, 3), libm.Pow(-2, 0.5))
	// Output: 0.001 3 -8 NaN
}

// Near zero the sum 1+x would lose what matters.
func ExampleLog1p() {
	x := 1e-9
	fmt.Println(libm.Log(1 + x))
	fmt.Println(libm.Log1p(x))
	// Output:
	// 1.000000082240371e-09
	// 9.999999995e-10
}

// Squares may overflow where their root does not.
func ExampleHypot() {
	fmt.Println(libm.Hypot(5e200, 12e200))
	// Output: 1.3e+201
}
