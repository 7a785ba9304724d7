// Package functions adds mathematical functions to what there is machine code of, beside their kernels, for what
// imports it: package lockstep, and wrappers of functions that have any. Wrappers that have their machine code as
// assembly import simd/functions alone.
//
// There is nothing in it to call.
//
// Imports: codegen, simd/functions.
package functions

import (
	"github.com/lockstep-simt/lockstep/codegen"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

func init() { codegen.AddFunctions() }
