// Package tensors gives the lockstep machine's calls over tensors of
// gorgonia.org/tensor instead of columns: a batch goes in and comes out as
// *tensor.Dense with the lanes along the leading axis.
//
// It only adapts. It is a package of its own because that import adds some ten
// megabytes to a binary, which a program that runs a kernel over slices should
// not pay.
//
// # Internals
//
// Invariants: data is shared, not copied, wherever the layout allows it; the
// order of results is the program's.
//
// Read first: [Run].
//
// Imports: batch, program, gorgonia.org/tensor and go4.org/unsafe/assume-no-moving-gc.
package tensors
