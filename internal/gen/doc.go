// Package gen writes typed batch functions: for a Go function of a package, a
// file with a function over columns, one over a sequence, and the program that
// they run. It is what `lockstep gen` calls; it reads the package and returns
// text, and it neither writes files nor runs anything.
//
// The stages, each a file: read the package and compile the function (load.go)
// · flatten the types of its parameters and results to the program's columns
// (layout.go) · write the file (write.go, write_batch.go, write_into.go,
// write_columns.go, write_lanes.go, write_seq.go), its tests (write_tests.go) and its program as
// assembly (write_assembly.go).
//
// Invariants: the same package gives the same bytes, also when the file is there
// already; the file is gofmt'd and imports nothing that compiles Go; every
// problem is reported with its position, and then nothing is returned.
//
// Read first: [Generate], [Options].
//
// Imports: engine, engine/turns, frontend/golang, internal/resolve, lower, program,
// program/optab.
package gen
