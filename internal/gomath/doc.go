// Package gomath has the functions of Go's package math, re-expressed so that lanes
// run them side by side: each has the bits that package math gives on amd64, where
// Exp, Log and Hypot are assembly and nothing is fused by the compiler.
//
// The definitions keep to the subset of Go that package libm describes, and are what
// the kernels of the rows go_exp, go_log and so on are translated from. No program
// calls them: the oracle and the portable kernels call package math itself. They are
// never used on trust either: before the first use of a function its code is compared
// with the package math of the running binary.
//
// Invariant. Each equals package math's function bit for bit, for all arguments (NaN
// payloads aside), in a binary for amd64 at GOAMD64 v1 or v2; tests compare them.
//
// Read first: exp.go; intrinsics_gen.go is package libm's.
//
// Imports: nothing of ours.
package gomath
