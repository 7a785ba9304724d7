// Package superblock is tier 2 at run time: it finds out where lanes spend their time, forms
// superblocks there, makes executors of them, and links those where lanes go from one to
// another.
//
// A superblock is a specification: micro-ops of several blocks, see package plan. An executor
// is what can be run: the micro-ops with kernels, or machine code, with a table of exits and
// counters. Which of the two it is holds for all executors of a [Pool]. Tier 1, package
// batch, enters executors, and runs the blocks that have none.
//
// Executors begin where functions do, at the heads of loops, where calls return to, and at
// hot exits. Heat is counted in lanes, and halves with every epoch, so that what is seldom
// never becomes hot however long a run takes. A cold exit is a record of 16 bytes: where its
// lanes go, how hot it is, and what has to be done to their variables as a number of a
// plan.Delta. A hot one has the number of an executor in addition: then lanes that leave
// together go on there at once.
//
// Invariants. Lanes that enter an executor complete its first block, or leave to tier 1,
// which always completes one; so executors may be linked in any way. Each lane that enters
// leaves by one way out, or faults. An executor that is not valid is not entered: it is in no
// table, and links to it are cut when they are followed. Its memory is given back when every
// worker has been seen outside of it. Memory stays below the limits of [Options].
//
// Read first: [Pool], [Executor], [Exit]; form.go says which blocks a superblock has.
// README.md maps the statements of the design that this follows to tests and commands.
//
// Imports: batch/plan, program/flow.
//
// # Files, in the order of the way
//
//   - Heat: worker.go is a gang's part, which counts; pool.go decides what is made.
//   - Making: form.go says which blocks a superblock has, executor.go makes an executor of it, exit.go its ways out.
//   - Memory: memory.go drops executors, and frees them when nobody is inside.
//   - For readers: describe.go prints executors, code.go their machine code, stats.go counts.
package superblock
