// Package program is the Program: a control-flow graph of batched operations
// with its types, its text form, its verifier and its rules of equality. It is
// the one currency of the house: every frontend makes a Program, every pass
// takes one and gives one, every machine runs one. It is not a compiler and
// not an interpreter; nothing in this package runs an operation except the
// generated scalar functions behind [Opcode.Scalar].
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
// Imports: program/optab, program/flow, and libm for the scalar functions.
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
package program
