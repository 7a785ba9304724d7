// Package lockstep runs ordinary scalar Go functions, with recursion, loops and
// branches, over thousands to millions of inputs, many lanes at a time: no cgo,
// no compiler on the machine that runs them, and every result equal to the
// scalar function's.
//
// This package is the façade: [Compile] or [Load] makes a [Kernel] of a
// function, and [Kernel.Run] runs it over columns of inputs. It holds no
// mechanism of its own; the rooms behind it do the work.
//
// Invariants: a kernel is immutable and safe for concurrent use; a run never
// changes its inputs; the error of a run is about the call, and what happens to
// one lane is in [Result.Faults].
//
// Read first: [Compile], [Kernel.Run], the examples.
//
// Imports: frontend/golang, lower, batch, program.
//
// # One program through all stages
//
// A function that calls itself:
//
//	func fib(n int) int {
//		if n < 2 {
//			return 1
//		}
//		return fib(n-1) + fib(n-2)
//	}
//
// The frontend makes a program of it in the source dialect: blocks of
// operations from one table, and calls.
//
//	func fib(fib.n) -> (fib.r0) {
//	fib.entry:
//	    fib.t0 = lt.i64 fib.n, 2
//	    branch fib.t0, fib.if.then, fib.if.done
//	…
//	    fib.t2 = call fib(fib.t1)
//
// Lowering replaces the calls. Every variable gets a stack, if it needs one at
// all; a call pushes the arguments and the block to come back to, and jumps; a
// return jumps to the block pushed last. Lanes at different depths of the
// recursion then wait at the same block, and run it together.
//
//	fib.if.done:
//	    push fib.n = sub.i64 fib.n, 1
//	    pushgoto fib.after, fib.entry
//
// The machine keeps a gang of lanes, each waiting at one block. It picks a
// block, runs its operations for all lanes of the gang at once with one kernel
// an operation, writes back only what the lanes at that block may see, and
// moves each to its next block. Lanes that end are replaced from the inputs
// that wait, so the gang stays full. `lockstep show` prints a program after any
// pass, `lockstep run -stats` how full the blocks ran.
//
// # Words
//
// lane: one input's run of the program. batch: all inputs of a run. gang: the
// lanes one worker keeps in flight. active mask: the lanes a step runs. diverge,
// reconverge: lanes part; lanes meet at a block. utilisation: active lanes ÷
// gang. schedule: which block runs next. push, pop, top, depth: of one
// variable's stack. kernel: one operation over lanes. uniform: one value for
// all lanes. fault: why a lane ended early. oracle: the one-lane interpreter
// that defines every result.
package lockstep
