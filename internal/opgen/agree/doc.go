// Package agree has one test: that the scalar functions of package program,
// which are the oracle's, and the kernels of package simd, which are the
// machine's, give the same bits for every opcode.
//
// Both come from the same rows, but on different ways; neither package imports
// the other, so the comparison lives here. It is apart from opgen because opgen
// must run while its generated files are stale.
//
// Invariant: every opcode with a scalar function has a kernel, and the other
// way round.
//
// Read first: agree_test.go.
//
// Imports (in the test): program, program/optab, simd, internal/simdtest.
package agree
