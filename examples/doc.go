// Package examples holds one folder an idea: a plain Go package, an inputs.csv
// and a README with the command that runs the one over the other. Nothing here
// is imported by the rest of the module; it is what a user would write.
//
// Invariants: a folder's function file is ordinary Go that compiles, is tested
// as Go, and is embedded under the name Source, so that the loop and the batch
// are made from the same text. Each folder's test compares the batch with the
// loop, bit for bit, over gang sizes, numbers of workers and schedules. Sums
// of products are written float64(x*y) + z, because the Go compiler may fuse
// x*y + z on some processors and a batch never does. The inputs.csv of a
// folder is what its test's inputs function makes; the test's -generate flag
// writes it.
//
// Read first: quadrature, then faulty for what happens when a lane cannot
// finish. Package compare, in internal, is the comparison itself.
//
// Imports: a folder imports package math at most; its test may import the root
// package and examples/internal/compare.
package examples
