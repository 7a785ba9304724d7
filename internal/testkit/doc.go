// Package testkit judges the rest of the project: it compares every way to run
// a program with the oracle, and makes programs to compare.
//
// [Same] runs one program over given inputs under the whole matrix of
// configurations and reports the first difference with a line that reproduces
// it. [Generate] makes a valid, terminating program of any byte string, so
// that a fuzzer never wastes an input; generator and oracle share no code.
//
// Invariants: the oracle is always internal/interp; differences that are
// permitted are the list in permitted.go and nothing else.
//
// Configurations and instruction sets are sampled, always in the same way for one
// program; LOCKSTEP_TESTKIT=full in the environment runs their whole product.
//
// Read first: [Same], [Generate].
//
// Imports: anything but the command.
//
// # Files
//
//   - Comparing: same.go, with the oracle by judge.go and what is permitted by permitted.go.
//   - The matrix: config.go for the machine, kernels.go for instruction sets, superblocks.go for executors, engine.go
//     for machine code, copies.go for arrays that calls hand over.
//   - Inputs: lanes.go draws them, of edges.go among others; columns.go goes between them and columns.
//   - Programs: generate.go and generate_*.go.
package testkit
