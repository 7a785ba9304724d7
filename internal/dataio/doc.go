// Package dataio moves columns between files and typed Go slices: CSV, lines of
// JSON, both also compressed, NumPy's .npy and .npz. It is how the command reads
// inputs and writes results; it is not a general library for any of them, and it
// knows nothing of programs or lanes that run.
//
// Invariants: a reader is told the columns it must find, with their Go element
// types and event shapes, and gives exactly those or an error; no value is
// rounded, wrapped or guessed on the way in (a number that does not fit its
// type is an error with line and column), and a value written by this package
// reads back to the same bits, but for NaNs, which are written as one; reading
// takes memory for the columns and a fixed buffer, not for the text; a damaged
// file is an error wherever the format lets it be known: by checksums and sizes
// in .npz, by the size in .npy, by what cannot be text or rows in CSV; a file
// is either written whole or not at all ([File]).
//
// An [Input] is opened once. What is not a regular file is refused, since reading
// it may wait or go on for ever, but for what the process was given open:
// standard input and the pipes of a shell's <(…).
//
// Slices whose length each lane brings are columns of their capacity with a
// length for each lane. How long the slices of a file are can be asked before it
// is read ([Input.Extents]).
//
// What a run carries over beside its parameters is kept as the file has it: text,
// a value of JSON, an array of any type.
//
// Read first: [Field], [Table], [Open], [Results], [Format.Write].
//
// Imports: internal/counted; program, for the descriptor of a column; internal/shared, for values for all lanes.
//
// # Files
//
//   - Columns: column.go, and behind one interface vector.go and texts.go, with texts_held.go for strings that a format
//     cannot hold; text.go reads numbers, uniform.go a value for all lanes and uniform_json.go one with all that it
//     refers to, join.go puts tables together.
//   - Files: format.go tells formats apart, input.go opens what is read, extent.go looks how long slices are, file.go
//     is what is written, errors.go what is wrong with a file.
//   - CSV: csv_header.go finds the columns, csv_records.go the cells; csv_read.go, csv_write.go.
//   - JSON: json_read.go, json_write.go, json_rows.go for lists of lists, json_tree.go for objects inside of
//     objects, and json_value.go for a document with places.
//   - NumPy: npy_header.go and npy_dict.go are the header of an array, npz.go and npz_entry.go the archive of several;
//     npy_read.go, npy_write.go.
package dataio
