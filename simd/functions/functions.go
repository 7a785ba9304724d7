// Package functions adds the kernels of mathematical functions to those of package simd, for what imports it: wrappers
// of functions that have any and have their machine code as assembly, and engine/functions for all others. They are
// half of all kernels, 0.9 MB of a binary with what they call, and most functions have none.
//
// There is nothing in it to call.
//
// Imports: simd.
package functions

import "github.com/lockstep-simt/lockstep/simd"

func init() { simd.AddFunctions() }
