// Package builder makes programs from Go code: for libraries and generators
// that know what they want to run but have no source text of it. It is not a
// language of its own. A Go closure is called once, while the program is built,
// and what it calls on values becomes instructions; Go's own if and for choose
// what is built, [Func.If] and [Func.While] what runs.
//
// # Values
//
// A [Value] is an operand: the result of an operation, a parameter, a variable
// or a uniform. Results never change. A parameter or variable reads as what it
// holds when the operation that reads it runs; [Func.Let] keeps what it holds
// now. Wherever an operand is wanted a Go constant may stand, and takes the
// type that the operation wants there.
//
// # Internals
//
// Invariants. Nothing panics: a mistake is noted with the file and line of the
// Go call that made it, building goes on, and [Builder.Program] returns all of
// them. What it returns without an error has passed program.Verify. Every
// instruction carries the position of the Go call it came from.
//
// Read first: [Builder.Func], [Func.Body], [Value]; the example of [Builder]
// is a whole program.
//
// Imports: program and program/optab.
//
// # Files
//
// builder.go collects functions and uniforms, and func.go is a function; value.go is an operand, ops.go has the
// operations that are written most, control.go branches and loops.
package builder
