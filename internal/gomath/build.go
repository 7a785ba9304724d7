package gomath

import "runtime"

// What depends on how package math was built. Here a product stands without a conversion
// where package math's does, so that it may be fused into sums. The definitions are
// translated for each kind of build, for which the two variables below are constants; and
// what is fused where is said in the translator (package asmgen), by the compiler's rules. So
// only on amd64 below GOAMD64=v3 do the definitions themselves, as the compiler makes
// them, have package math's bits.

// fuses is whether products are fused into sums.
var fuses = sumOf(1+0x1p-30, 1-0x1p-30, -1) != 0

//go:noinline
func sumOf(x, y, z float64) float64 { return x*y + z }

// onARM64 is whether package math's assembly is that for arm64: Exp and Exp2 are, and Log and
// Hypot are not.
var onARM64 = runtime.GOARCH == "arm64"

// loaded returns c, which package math has in an array, or from assembly. The compiler for
// amd64 takes it from memory where it adds or multiplies, and does not fuse then. It cannot where
// the other operand of the sum is needed once more, as a square is: such a sum is fused.
func loaded(c float64) float64 { return c }
