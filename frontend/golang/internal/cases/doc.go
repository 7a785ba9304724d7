// Package cases is Go code that is compiled twice: into the test binary, by
// Go, and by package golang, from the same text. A test runs both on the same
// inputs and compares every bit.
//
// A new case is an exported function and a line in Funcs; a test says so if the
// line is missing. Functions keep to what batched code can have, take any
// input (recursion and loops are bounded inside), and write a product that is
// added to something, here or in a caller, as float64(x*y), because Go may fuse
// it otherwise.
//
// Read first: Funcs, and any of the files.
//
// Imports: nothing of ours.
package cases

import "embed"

// Sources is the text of this package.
//
//go:embed *.go
var Sources embed.FS
