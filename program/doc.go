// Package program is the Program: functions as graphs of blocks over numbers and
// arrays of them, with their types, a text form, a verifier and rules of equality.
// Every frontend makes one, every pass of the compiler takes one and gives one, and
// every machine runs one.
//
// A program can be read from text, checked, and run:
//
//	p, err := program.Parse("double.lockstep", `
//	program double source
//	var x : f64
//	var y : f64
//	func main(x) -> (y) {
//	entry:
//	    y = mul.f64 x, 2.0
//	    goto halt
//	}
//	`)
//	fn, err := lockstep.FromProgram(p)
//
// [Print] writes that text; `lockstep show` prints the program of a Go function. Package
// frontend/builder makes programs by calls. This package is not a compiler and not an
// interpreter: nothing in it runs an operation except the scalar functions behind
// [Opcode.Scalar].
//
// # Words
//
// lane: one input's run of the program. batch: all inputs of a run. block,
// terminator, entry, predecessor: as in any compiler. source dialect: calls
// are instructions. lowered dialect: a call is a push of a return block and a
// jump, and every variable has a stack per lane. push, pop, top, depth: of one
// variable's stack. body: the blocks of one function in the lowered graph.
// leaf: a single tensor inside a variable's pattern. uniform: one value for
// all lanes; a derived one is computed once a run from others. fault: the reason one lane ended early.
//
// # Internals
//
// Invariants. A Program is a value: whoever is given one does not change it,
// so it may be shared between goroutines, printed, hashed and cached. Its text
// form is canonical: [Parse] of [Print] gives an equal program, and Print of
// Parse is a fixed point; [Equal] is equality of that text. What a legal
// program is, is the numbered list that opens verify.go; [Verify] checks it
// and reports everything that is wrong at once.
//
// Read first: [Program] and [Instr] (instr.go has every instruction with its
// printed form), then verify.go, then print.go for the look of the text.
//
// Imports: program/optab, program/flow, internal/counted, internal/places, internal/sorting, and libm for the scalar
// functions.
//
// # Files
//
//   - Programs: program.go; types.go, gotype.go and pattern.go are their
//     types, instr.go and terminator.go what is in blocks, uniform.go what all lanes share. field.go is a parameter or
//     result for those who have columns, edges.go says how its Go type holds it; shape.go is a graph by numbers.
//   - Operations: opcode.go; scalar.go computes them, identity.go says what needs no computing, claims.go what
//     instructions say of their operands.
//   - Text: parse*.go, print*.go, literal.go; equal.go compares programs by it.
//   - Checks: verify.go, and verify_*.go by groups of invariants; error.go.
package program
