// Package goloop runs the compiled form of a Go function over columns, in a loop, as the user's own
// program would: it is what a batch is compared with. The Go compiler makes a test binary of the
// user's package and of a file that calls the function for each lane; a process of its own runs it,
// once for the results and then as often as times are asked for.
//
// Invariants: nothing is written beside the user's files, as the compiler is told of the added file
// by an overlay, and test files of the package are left out of it; the function is called directly,
// so that the compiler may inline it; the process ends with [Loop.Close]. It does not say what a
// batch gives: lanes whose function never ends, or runs out of stack, are the caller's to leave out.
//
// Read first: [Start], compare.go, child/child.go.
//
// Imports: frontend/golang, for what it tells of a function; internal/dataio and program, for columns;
// internal/shared, for what a parameter refers to; internal/goloop/child, which it builds and runs.
package goloop
