// Package slow has functions that run slowly in lockstep, or might be expected
// to: what package advise warns of is measured with them. The last words of each
// comment are the warnings about the function, on the machine of kernels and, where they
// differ, as machine code.
//
// Read first: Depth, Count16.
//
// Imports: nothing of ours.
package slow

import _ "embed"

// Source is the text of the functions: what is compiled into this package and
// what is run as a batch are the same.
//
//go:embed functions.go
var Source string
