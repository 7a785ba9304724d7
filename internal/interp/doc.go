// Package interp defines what a program means: it runs one lane of a program of
// either dialect, one instruction after the other, and will never be fast. It
// is the oracle. Whatever else runs programs is right exactly if it gives the
// bits and the faults that this package gives.
//
// Invariants. A verified program and inputs of the right types end in results
// or in a fault, never in a panic, however deep they recurse: calls use a list
// of frames, not the host's stack. Nothing here is clever: values are slices
// of elements that are never changed once stored, an operation is
// [program.Opcode.Scalar] applied element by element, a stack is a slice.
//
// Read first: source.go is the source dialect, lowered.go the lowered one,
// prim.go the operations; [Run] chooses.
//
// Imports: program and program/optab.
//
// # Files
//
// run.go has the options and chooses; source.go and lowered.go run a dialect each, prim.go has the operations of both.
// value.go is what goes in and comes out; parts.go gives others single operations and the uniforms.
//
// # The source dialect
//
// A call makes a frame: the callee's variables, undefined but for the formals.
// An assignment sets a variable of the running frame. A return gives the
// caller the callee's results. MaxDepth bounds the frames below main's.
//
// # The lowered dialect
//
// A full variable is a stack whose first element is there from the start and
// undefined (zero, here). Reading gives the top, assigning replaces it, push
// puts a new one above it, pop drops it. The program's inputs are pushed, so
// that a program may pop them. A register is one value: push replaces it and
// pop does nothing. A temporary is a register, and a null variable takes
// nothing. The return blocks are a stack that starts with halt: pushgoto
// pushes one, return takes one off and goes there. MaxDepth bounds the values
// above the first in each stack, the return blocks' included; a push beyond it
// is a stack overflow at that instruction.
//
// # Claims
//
// What is said of a program so that others can run it faster is not believed here. An operation that faults although it
// is proven not to is a bug, and panics; one whose numbers leave their span (Within) gives a wrong result; and setting
// all elements of a scratch array gives it other ones, which no lane reads if the claim is true.
//
// # Uniforms
//
// Every uniform has its value before the lane starts: its data, what the run
// gives, or what [program.Definition.Value] computes of those before it. The run
// also gives the dimensions that the type leaves open.
//
// # Faults
//
// The first instruction that faults, in the order of execution, ends the lane;
// none of its outputs is written. A lane that has run MaxSteps blocks and is
// about to start another faults there.
package interp
