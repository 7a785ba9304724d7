// Package evaluate runs the SSA form of Go code when a program is compiled: the
// initialisers of package-level variables and the init functions, and calls whose
// arguments are constants. It says what a package-level variable holds when the program
// begins, and together with package load whether anything changes that later. It
// emits nothing: what numbers mean, it asks of its [Arithmetic].
//
// Invariants: a result has the bits that lanes would compute; what cannot be computed
// is poison, which says why and matters to those only who use it; what code that was not
// run to its end could have touched is poison for good (spoil.go); steps, memory and
// depth are bounded.
//
// Read first: [Evaluator], [Host], [Datum].
//
// Imports: program, program/optab, internal/fingerprint, packages gotypes, known, load
// and ssaflow, and golang.org/x/tools/go/ssa.
//
// # Files
//
//   - Running code: evaluate.go, code.go, memory.go, calls.go, init.go, errors.go, numbers.go; host.go has what it
//     asks of those who compile.
//   - Values: values.go, maps.go, constants.go, and as texts format.go, format_composite.go and print.go.
//   - What else may refer to a variable's memory: heap.go, alias.go, spoil.go.
package evaluate
