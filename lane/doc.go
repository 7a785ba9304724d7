// Package lane is what the batch functions that `lockstep gen` writes run on. Their users meet its options, its errors
// and [Report]:
//
//	areas, err := IntegrateBatch(ctx, a, b, lane.Workers(4))
//	var fault *lane.FaultError
//	if errors.As(err, &fault) { … } // single lanes that panicked; all others have their results
//
// A call is run by a loop over the Go function or as a batch, whichever is faster; the results are the same, bit for
// bit. [ForceLoop] and [ForceBatch] decide it, and [Stats] tells what was used and why. [MaxSteps] and [MaxDepth] bound
// each lane, a context bounds the call. No compiler comes into a program that imports this package.
//
// # Loop or batch
//
// The loop runs first. Once the time that it has taken in all calls, the rest of this one included, is ten times
// what loading the program costs, the program is loaded; once it is ten times what a trial may cost, the batch
// runs some lanes that the loop has just run. Where the batch is faster it takes over, for calls of as many lanes
// or more (wrap/plan.go). So finding out takes at most about a tenth of the loop's time, whatever the number of
// lanes and calls, and small calls are loops that cost some nanoseconds more. One call at a time finds
// out; others go on in the loop. What lost is tried again when much time has passed, or
// when lanes begin to take another time. These are never run by the loop unless
// [ForceLoop] asks for it:
//
//   - calls with [MaxDepth] or [MaxSteps], which a compiled function cannot obey;
//   - functions that were generated with -math ours and call one of the
//     mathematical functions: the loop would have the bits of Go's package math;
//   - functions of which a lane was seen to recurse too deep in a batch: a goroutine whose
//     stack is full ends the whole process.
//
// Once batches have taken a tenth of a second, a program that can be machine code (package
// engine) becomes it, and large batches run so. A program that has assembly beside it
// (gen -asm) runs so from the first batch of some lanes on, and its wrapper does without
// package native, which makes machine code.
//
// Lanes that need larger slices than the program has room for (gen -make-cap) are
// run by the loop in the end, unless it is one of these calls: then they are faults.
//
// # What is compared
//
// A program that is not what the function is now, because it was changed and the file was not
// generated again, is an error of the call that finds it out, a [StaleError], and of all later
// ones. A trial compares the results of its lanes, bit for bit, and which of them panic; runs
// of the batch have some lanes, spread over the call, run by the loop as well, one in 64 at first
// and some later; a batch that [ForceBatch] asks for has some compared when it is first used. A
// difference in a few lanes may be found late. Nothing is compared where the function and an
// up-to-date program may differ in bits: with -math ours, where Go fuses x*y+z into one operation
// (arm64, and amd64 with GOAMD64=v3) and the program adds products, and where Go stands in for
// assembly; nor in calls with limits. Where the last bits may differ, all lanes of a call are given by
// one engine, and [ForceBatch] makes that the same one always.
//
// # Internals
//
// What generated code calls is in package wrap below this one; this package is what its callers write.
//
// Invariants: a wrapper's errors are these and the context's; a [Report] says what ran and why; an option changes no
// result of a lane that stays within the limits.
//
// Read first: [Option], [FaultError], [Report].
//
// Imports: batch, internal/settings.
package lane
