// Package gomath has the functions of Go's package math, re-expressed so that lanes
// run them side by side: each has the bits that package math gives on amd64, where
// Exp, Log and Hypot are assembly, and on arm64, where Exp and Exp2 are.
//
// The definitions keep to the subset of Go that package libm describes, but that products
// stand without conversions where package math's may be fused (build.go). They are what
// the kernels of the rows go_exp, go_log and so on are translated from. No program
// calls them: the oracle and the portable kernels call package math itself. They are
// never used on trust either: before the first use of a function its code is compared
// with the package math of the running binary.
//
// Invariant. What is translated of each for a build equals package math's function bit for
// bit, for all arguments (NaN payloads aside): for amd64, at GOAMD64 v1 and v2 and at v3 and
// later, and for arm64. On amd64 at v1 and v2 so does the definition itself. Tests compare them.
//
// Read first: exp.go; intrinsics_gen.go is package libm's.
//
// Imports: nothing of ours.
//
// # Files
//
//   - A file has the functions of its name, as in package math: exp.go, exp2.go, expm1.go, pow.go, pow10.go, log*.go;
//     sin.go and tan.go with trig_reduce.go, asin.go, atan.go; hyperbolic.go, inverse_hyperbolic.go; cbrt.go, hypot.go,
//     modf.go; erf.go, erfinv.go, gamma.go, lgamma.go; j0.go, j1.go and jn.go with bessel.go.
//   - build.go says what a build fuses.
package gomath
