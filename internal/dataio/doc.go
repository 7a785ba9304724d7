// Package dataio moves columns between files and typed Go slices: CSV, NumPy's
// .npy and .npz. It is how the command reads inputs and writes results; it is
// not a general CSV or NumPy library, and it knows nothing of programs or
// lanes that run.
//
// Invariants: a reader is told the columns it must find, with their Go element
// types and event shapes, and gives exactly those or an error; no value is
// rounded, wrapped or guessed on the way in (a number that does not fit its
// type is an error with line and column), and a value written by this package
// reads back to the same bits, the payload of a NaN in a CSV excepted; reading
// takes memory for the columns and a fixed buffer, not for the text; a file is
// either written whole or not at all ([File]).
//
// Slices whose length each lane brings are columns of their capacity with a
// length for each lane. How long the slices of a file are can be asked before it
// is read ([Extents]).
//
// Read first: [Field], [Table], [Read], [Results], [Format.Write].
//
// Imports: nothing of ours.
package dataio
