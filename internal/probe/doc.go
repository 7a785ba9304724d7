// Package probe has the arguments at which mathematical functions are compared with those
// of package math: at run time, before machine code of a function is used the first time,
// and by tests and proofs, which add more of their own. It compares nothing.
//
// Invariants: the arguments are the same in every process. Half of them are of a structure,
// around the places where some function is special, the others are random.
//
// Read first: [Floats], [Pairs].
//
// Imports: nothing of ours.
package probe
