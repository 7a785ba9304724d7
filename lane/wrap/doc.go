// Package wrap is what the code that `lockstep gen` writes calls. Nobody else does: users of a wrapper write the
// options and read the errors of package lane, and other programs run batches with package lockstep.
//
// A generated file has a type for the lanes of a call, a [Work], and its program as text. [New] makes the [Func] of
// both, and [Func.Run] decides how a call's lanes are run: by a loop over the Go function, or as a batch. [Col] and
// [Table] show the machine the slices of a call as columns, [Stream] makes a wrapper of slices one of sequences.
//
// What this package declares may change with every release, together with what the generator writes: a wrapper says so
// when it is old (run go generate).
//
// # Internals
//
// Invariants: a call has one result for each lane, whichever way it ran;
// what the loop panics with, the batch faults with, and both are reported alike,
// with the position in the source; no result of the batch is used before both ways have
// agreed on some; only memory of the wrapper's own is written before a call
// returns; a lane that hangs keeps neither the context's end nor other lanes from being
// reported.
//
// Read first: [Func.Run], [Work], plan.go.
//
// Imports: batch, engine/turns, program, program/optab, simd, internal/bind, internal/clock, internal/fingerprint,
// internal/results, internal/settings, internal/shared, internal/sorting, lane.
//
// # Files, in the order of the way
//
//   - What generated code declares: func.go and work.go.
//   - A call begins in few.go, where it has few lanes, or in run.go, with its options (call.go). plan.go decides what
//     runs next and asks no clock, auto.go does what it says and tells it times, and trial.go has both engines run the
//     same lanes.
//   - The loop: loop.go, share.go between workers, panics.go.
//   - The batch has columns (column.go, buffers.go, slices.go, shared.go, assumed.go) and faults (fault.go), and runs
//     as machine code by tier.go or assembly.go.
//   - check.go has both run some lanes, and compare.go compares what they gave. why.go and othermath.go say the
//     reasons for an engine.
//   - stream.go runs sequences.
package wrap
