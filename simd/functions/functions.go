// Package functions adds the kernels of mathematical functions to those of package simd, for what imports it: package
// lockstep, and wrappers of functions that have any. They are half of all kernels, 0.7 MB of a binary, and most
// functions have none.
//
// There is nothing in it to call.
//
// Imports: simd.
package functions

import "github.com/lockstep-simt/lockstep/simd"

func init() { simd.AddFunctions() }
