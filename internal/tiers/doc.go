// Package tiers runs lanes as machine code where a program has some, and hands those
// that fault to the machine of package batch, which says how.
//
// There are two kinds of machine code, with many lanes in registers and for one lane at a time. A run may take what is
// fastest of these and the machine. That is measured on its first lanes, or on whole runs where they are few, and
// remembered for batches of its size. What takes long to make, the second kind of code and executors, is made when it
// is promising, by what the program tells of itself and the machine counted of a lane's work.
//
// Invariant. A run has the results, the faults and the order of faults of a run of the
// machine alone.
//
// Read first: tiers.go.
//
// Imports: batch, batch/plan, engine, engine/superblock, engine/turns, program, program/edit,
// program/optab, internal/bind, internal/clock, internal/divergence,
// internal/sorting.
//
// # Files
//
//   - tiers.go has a program with its machine code for many lanes, scalar.go that for one lane at a time, blocks.go
//     runs of the machine with executors.
//   - What is fastest: measure.go runs slices and whole runs by the clock, choice.go decides by what tried.go has of
//     each engine. again.go runs lanes that ran once more, in another engine.
//   - What takes long to make: late.go asks for it, by the work of a lane in work.go.
package tiers
