// Package lane is what the code that `lockstep gen` writes needs when it runs:
// it carries a compiled function's program, runs a call of a generated wrapper
// by the batch or by a loop over the Go function, whichever is faster, and
// turns what happened to single lanes into errors. Users meet its options,
// its errors and [Report]; [Kernel], [Call] and [Stream] are for generated
// code. It compiles nothing: no part of the frontend or of lowering comes into
// a program that imports it.
//
// Invariants: a call has one result for each lane, whichever engine ran it;
// what the loop panics with, the batch faults with, and both are reported alike,
// with the position in the source; only memory of the wrapper's own is written
// before a call returns; a lane that hangs keeps neither the context's end nor
// other lanes from being reported.
//
// # Loop or batch
//
// The first lanes of the first calls are divided between both engines, and
// the time that each takes decides (choose.go). All results are used, so that
// nothing is computed twice. What was found holds for calls of about the same number
// of lanes, until the time of a lane changes by a factor of four. These are
// never run by the loop unless [ForceLoop] asks for it:
//
//   - calls with [MaxDepth] or [MaxSteps], which a compiled function cannot obey;
//   - functions that were generated with -math ours and call one of the
//     mathematical functions: the loop would have the bits of Go's package math;
//   - functions of which a lane was seen to recurse too deep: a goroutine whose
//     stack is full ends the whole process.
//
// Lanes that need larger slices than the program has room for (gen -make-cap) are
// run by the loop in the end, unless it is one of these calls: then they are faults.
//
// Where Go fuses x*y+z into one operation (arm64, and amd64 with
// GOAMD64=v3), the loop may round otherwise than the batch. Then all lanes of a
// call are given by one engine, and [ForceBatch] makes that the same one always.
//
// Read first: [Option], [FaultError], [Kernel.Run], choose.go.
//
// Imports: batch, program, program/optab.
package lane
