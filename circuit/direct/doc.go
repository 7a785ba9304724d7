// Package direct defines what a circuit means: it runs one lane of a program whose functions are
// circuits, gate by gate, as the wires say and in no order beside, and will never be fast. What
// building it, a pass, a schedule or Emit does to a program is right exactly if the circuit gives here
// the bits and the faults that package interp gives for the program.
//
// Invariants. No schedule, no home and no order of gates has an influence: a gate is computed
// when something asks for it, from what its wires bring. Memory is a value: a token of a cell's
// chain carries what is in the cell, so that a load gets what its own dependency says, whatever
// was written elsewhere.
//
// Read first: [Machine], [Machine.Run]; frame.go is a call, gate.go what a gate gives.
//
// Imports: circuit, program, internal/interp and program/optab.
//
// # How a lane runs
//
// A lane is in one state. Entering it computes the effects that follow there on their chain, in
// order; the first that faults ends the lane. Then the way out is found, which asks for the value
// of a branch. Entering a MERGE or a LOOP_BEGIN first takes, of all its selectors, the inputs of
// the way on which it is entered, and forgets then what follows from the values they had.
package direct
