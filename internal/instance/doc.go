// Package instance specialises functions: from a root
// function and what is known about its inputs it makes an instance, called an
// entry, of every function that is called, for every set of inputs that it is
// called with, and finds what each operation of each entry gives. It knows
// nothing of Go, of SSA form or of programs: a frontend says what its operands,
// operators and operations are, and emits code from the entries afterwards.
//
// Invariants. An entry is made once for an operator and its inputs, which are
// compared whole, not by hash. Operands only rise, in lattices of finite
// height, so the work ends; the operands at the end are the least ones that
// agree with all operations, whatever the order. The order is the same in every
// run, and so are symbols and transcript. No depth of calls overflows a stack.
// A problem names the operation and the calls that lead to it.
//
// Read first: [Operator], [Body], [Context.Call], [Cache.Run], then work.go.
//
// Imports: program, for positions.
//
// # Files
//
//   - What a frontend says: operand.go and operator.go; what it may ask while it does: context.go.
//   - The phases, which are described below: cache.go, aux.go, work.go, finish.go.
//   - What comes out: entry.go, problem.go for what is wrong, log.go for the transcript.
//
// # The phases
//
// The design is that of a compiler that runs Kahn's algorithm cooperatively in
// all functions at once. Phase 0 (cache.go): a call looks its entry up, and a
// hit is returned even if it is unfinished; otherwise the entry is made and put
// into the cache before anything of it is processed, which is how a recursion
// finds itself. A [Primitive] is evaluated on the spot. Phase 1 (aux.go): the
// operations are collected, the carriers to each are counted, constants are
// delivered without being counted, and what needs nothing more is ready. Phase
// 2 (work.go): the inputs flow in; then ready operations are run, first in,
// first out, and their outputs propagated, which makes others ready. An
// operation that calls an entry without outputs is blocked. The first return
// makes an entry ready: its outputs are provisional, but callers go on with
// them. Phase 3 (finish.go): entries at rest that can only call each other
// lose their aux, which is what makes them done.
//
// Two things differ from Kahn's algorithm. Operands can rise after they were
// delivered, which makes their destinations ready again; and operations that
// are ready with the first of their operands ([Operation.Any]) allow loops.
//
// # Why the youngest first?
//
// The worklist is a heap: the next operation is always one of the youngest entry
// that has any. A callee is younger than the operation that made it, so it comes
// to rest before the caller goes on, and what the caller then sees does not rise
// any more unless they are recursive. With the oldest first, callers would run
// with the outputs of the first return and again after every other. With
// recursion by plain calls a deep chain would overflow the goroutine's stack.
//
// Without recursion an operation therefore runs once for each callee that is new,
// and once more. With it, an operation runs at most as often as what it depends
// on rises: for n operands in lattices of height h there are O(n·h) runs.
//
// # Ending
//
// f(1) may call f(2), which calls f(3). If an operator is called with new inputs
// below an entry of its own, [Operator.Defer] replaces what differs by a
// placeholder, and the recursion meets itself. Above [Options.MaxInstances]
// entries of one operator all constants are deferred, and
// [Options.MaxEntries] is an error, with the chain of calls. What was deferred
// for an operation stays so when it runs again.
//
// A call of an entry that never returns blocks its operation for ever, and what
// depends on it is never reached. That is right for a function that always ends
// in a fault. If the root itself cannot return because entries wait for each
// other, that is an error, which lists them.
package instance
