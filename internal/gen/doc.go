// Package gen writes typed batch functions: for a Go function of a package, a
// file with a function over columns, one over a sequence, and the program that
// they run. It is what `lockstep gen` calls; it reads the package and returns
// text, and it neither writes files nor runs anything.
//
// Invariants: the same package gives the same bytes, also when the file is there
// already; the file is gofmt'd and imports nothing that compiles Go; every
// problem is reported with its position, and then nothing is returned.
//
// Read first: [Generate], [Options].
//
// Imports: codegen/forms, engine, engine/functions, engine/turns, frontend/golang, internal/resolve, lower, program,
// program/optab.
//
// # Files, in the order of the way
//
//   - gen.go goes through the stages.
//   - Read the package and compile the function: load.go; standins.go names the files that stand in for assembly,
//     ends.go says whether every lane ends soon.
//   - Flatten the types of its parameters and results to the program's columns: layout.go, layout_value.go,
//     layout_uniform.go. What a wrapper cannot name or compare is refused by hidden.go and assumed.go.
//   - Give names to what is generated (names.go, predeclared.go) and say what it does (comments.go).
//   - Write the file: write.go. Functions: write_batch.go, write_into.go, write_seq.go. The type of a call's lanes:
//     write_lanes.go, with columns by write_columns.go, write_uniform.go and write_move.go, and by write_detach.go what
//     the loop must have for itself.
//   - Write its tests (write_tests.go) and its program as assembly (write_assembly.go).
package gen
