package simd

import "maps"

// AddFunctions adds the kernels of mathematical functions to the implementations. It is for the initialisation of
// package simd/functions: a binary where nothing imports that has none of them. Until then [Lookup] gives the zero
// Kernel of these mnemonics.
func AddFunctions() {
	maps.Copy(portable, portableFunctions)
	provideFunctions()
	pickAll()
}
