// Package golang compiles plain Go source text to a program in the source
// dialect, at run time: no go command, no GOROOT and no files are needed. It
// does not optimise beyond what falls out of the translation, and it does not
// approximate: what it accepts gives the bits and the panics of the compiled
// Go function (on amd64, built at GOAMD64=v1; the functions of package math are
// apart, see below), and everything else is refused with file:line:col and what
// to write instead, all of it in one run.
//
// The stages, each a file: parse (load.go) · keep what the wanted function can
// reach by name, in all packages that Options.Import gives (prune.go,
// packages.go) · type-check it, math and math/bits as stubs (typecheck.go,
// stubs.go) · refuse what batched code cannot have (accept.go, check.go,
// check_expr.go) and evaluate package-level tables (changes.go,
// packages_flow.go, tables.go) · build the SSA
// form and translate it (compile.go, body.go, flow.go, memory.go,
// instruction.go, arithmetic.go, intrinsics.go) · drop dead copies (dead.go).
// Invariants: every accepted type flattens to a fixed number of leaves
// (layout.go); a variable stands for one SSA value, except φs and memory;
// every instruction has a position; the result passes program.Verify; hostile
// text gives errors, never a panic.
//
// Read first: [Compile], [Options], then body.go.
//
// Imports: program, and the Go parser, type checker and golang.org/x/tools/go/ssa.
//
// # What is accepted
//
//   - Types: bool, all integer types except uintptr, float32, float64; arrays
//     of a fixed length; structs, nested and embedded; named types and aliases
//     of these. The parameters, results and variables of all functions are of
//     these types; a struct flattens to its fields, an array of structs to an
//     array per field.
//   - Functions: any number of parameters and of results, named or not; calls
//     within the package; recursion and mutual recursion; methods with value
//     receivers, also promoted ones; type parameters, instantiated by their
//     uses. A method reached through a type parameter takes the place of a
//     function value.
//   - Statements: assignments of every form, if, for, for-range over integers,
//     arrays and tables, switch with fallthrough, break, continue and goto
//     with labels, return, local types and constants.
//   - Expressions: all operators on numbers and bools; comparison of structs
//     and arrays; conversions between numbers; constants of any size; struct
//     and array literals; len, min, max; panic with a constant string, which
//     ends the lane with that message.
//   - Packages: all functions and constants of math and math/bits.
//   - Package-level constants, and package-level variables that nothing in
//     the package changes and that are initialised by constants: scalars,
//     arrays, slices, rectangular slices of slices, structs and arrays of
//     structs. They are tables that all lanes share.
//
// Not accepted: maps, slices other than tables, strings, pointers, methods
// with pointer receivers, interfaces, function values and closures, channels,
// goroutines, defer, complex numbers, uintptr, unsafe, variadic parameters,
// other packages, and assignments to package-level variables. Code that the
// compiled function does not reach may use all of it.
//
// # Mathematical functions
//
// Those of package math that are not exact by nature become the functions of
// package libm, which give the same bits on every machine and differ from package
// math's in the last bits. float32(math.F(float64(x))) with a float32 x, which is
// how Go source computes F in single precision, becomes libm's float32 function;
// with two arguments both must be float32, or a constant that is one. With
// [Options].GoMath all of them are package math's, and the compiled function's
// bits are reached.
//
// BUG(lockstep): Integer overflow, shifts, division and conversions follow Go
// on amd64 exactly; on other machines compiled Go itself gives other results
// where the language leaves them open (a float that is out of the integer's
// range), and may fuse x*y+z.
package golang
