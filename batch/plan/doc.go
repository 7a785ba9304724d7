// Package plan is a lowered program in the form that tiers 1 and 2 read: blocks, and
// superblocks of several blocks, in single-assignment form with what they change.
//
// Inside a block names disappear. Its instructions are interpreted once on symbolic stacks:
// copies cost nothing, a value that is pushed and popped again is a value, and what is left on
// the stacks at the end is how the block changes the variables. A superblock is several blocks
// one after another in the same form. Where lanes may leave it the stacks as they are there
// tell what has to be changed for them.
//
// Operations are opcodes: which kernel or instruction runs one, where values lie, and which
// two operations are one is not known here.
//
// Invariants. A plan is a function of the program. A value is computed once, before it is
// read. The steps of a block are in the order of its instructions, so that a lane meets faults
// in the oracle's order. In a superblock no lane leaves before the first block is done: that
// is why whatever is entered makes progress.
//
// Read first: [Program], [Block], [Change]; then [Builder], which makes superblocks, and
// [Deltas].
//
// Imports: program, program/optab, internal/sorting.
//
// # Files
//
//   - Blocks: plan.go has what a plan consists of, build.go makes it, compute.go an operation's steps, changes.go what
//     is left on the symbolic stacks.
//   - Superblocks: superblock.go makes them, delta.go says what is done for lanes that leave one, text.go shows them.
//   - What runs them: executor.go is a superblock for the machine, native.go one that is machine code.
package plan
