// Package lower turns a program with function calls into one without: calls
// become pushes and jumps over one stack per variable, so that lanes at
// different depths of a recursion can run the same block together.
//
//	lowered, err := lower.Lower(p)
//
// It decides which variables need a stack at all, and makes the program shorter on the
// way where that needs no arithmetic, and its branches fewer. It is not the
// optimiser: that is package circuit, which the pass of this name calls.
// Remainders compared with zero apart, the others rewrite no operation, and
// compute only what is the same in all lanes, once for all of them; they move,
// merge, select and drop values.
//
// # One program through the stages
//
// Fibonacci's recursive block, in the source dialect:
//
//	recur:
//	    nm1 = sub.i64 n, 1
//	    fibm1 = call fib(nm1)
//	    nm2 = sub.i64 n, 2
//	    fibm2 = call fib(nm2)
//	    ans = add.i64 fibm1, fibm2
//	    return
//
// Coalesce sees that nm2 only becomes the parameter n, whose old value is not
// needed any more, and that fibm2 only comes from the result ans: one name
// each. Allocate proves that n and fibm1 are the only variables that are live
// across a call that writes them: those are full, the others need no stack.
// Calls, fuse and forward give
//
//	recur:
//	    push n = sub.i64 n, 1
//	    pushgoto recur.ret1, fib
//	recur.ret1:
//	    push fibm1 = copy ans
//	    n = sub.i64 n, 2
//	    pushgoto recur.ret2, fib
//	recur.ret2:
//	    ans = add.i64 fibm1, ans
//	    pop fibm1
//	    return
//
// # Frames
//
// One rule places every push and pop. An activation of a function has a frame
// on the stack of a full variable exactly while the variable is live in it; in
// addition its parameters have frames on entry, and its results when it
// returns. So a write pushes where there is no frame and overwrites where there
// is one, and a pop comes where the variable dies: after its last use, at the
// start of a block for what was live only on another way out of the
// predecessor, or in a block of its own on the way between two blocks. Liveness
// is a property of the place in the program, hence so is the depth of every
// stack, which is what the verifier asks for.
//
// At a call the caller pushes the arguments to the callee's parameters; a frame
// of its own that it does not need afterwards is overwritten and given away
// instead. What else it does not need is popped. A pushgoto saves the block to
// return to. The callee returns with its parameters popped and its results
// pushed; the block that it returns to copies the results to the caller's
// variables and pops them, and where the variable is the same one, the frame
// simply changes hands. If nothing is left to do after a call but return its
// results, no block is saved and the call is a jump.
//
// # Fewer stacks
//
// Beyond what the frames need:
//
//   - A recursive function's parameter that it never writes and always passes on
//     as it is (a tolerance, a table size) is not a stack, but one value a lane: a
//     recursive call does not count as writing it (writes.go).
//
//   - One that it always passes on plus or minus a number (a depth, what is left to
//     do) is one value a lane too: the call adds, and behind it the same is taken off
//     again (counts.go).
//
//   - What is a few additions of values that are saved in any case, the middle of an
//     interval say, is computed again behind the call (recompute).
//
//   - Functions that call themselves or each other only as their last act become
//     loops (loops, inline), so their calls need no stack of return blocks.
//
//   - A value that is computed before it is known whether a call follows is
//     pushed only on the ways that lead to the call (split); and what collects
//     results across calls is not itself the result, which every activation
//     would push (splitResults). Half of all activations call nothing.
//
//   - A variable that two functions pass to each other by a tail call gets one
//     name in both (unify), so that nothing needs to be done in between.
//
//   - The test that a recursive function begins with, and the way that returns
//     at once, go to its callers (peel): the leaves of a recursion, half of its
//     calls or more, save nothing.
//
// Why not keep a frame where a variable dies and comes to life again in the next
// round of a loop? It would save a pop and a push a round, but the frame would
// have to be there on every way into the loop and be popped on every way out,
// and be under all calls in between. Most hot loops have no calls in them, so
// few of their variables have frames.
//
// # Shared arrays
//
// A call hands over arrays by value and takes back what the callee made of them; that is
// what the program says, and what the oracle does. Where nobody can tell, all of them are one
// variable instead: the caller's, the parameter, the result, and what receives it. sharer
// (share.go) has the rule and its proof, [Contract] what came of it for each call, and
// [Copies] does without. It is the first thing that the pass calls does, and the last that
// [Source] does. The parameter of a recursion that is shared needs no stack, since there is one
// array at any depth. A parameter can be one with a single array only, so calls that hand over
// different arrays to what does little get functions of their own (share_apart.go). Copies that remain are made
// outside of the loops in which they are the same (share_hoist.go, share_blocks.go). CONTRACT.md
// has what a programmer may rely on, statement by statement.
//
// Levels makes a nest of loops of a recursion that goes down a number of levels that is
// known, so that the level is a literal wherever it is an index. Where a level calls several times and all lanes
// make the same calls, as in a sum over the halves of a slice, it becomes straight code.
//
// # Tables
//
// An array that is written in one stretch, from literals, and of which elements are taken after that, is
// the same in all lanes and at all times. Tables (pass_tables.go) makes it a constant of the program:
// nobody builds it any more, and where it is short, machine code has it in registers.
//
// # Fewer blocks
//
// A block runs for all lanes of a gang at once, and between two blocks the
// machine chooses and sorts lanes. So a branch around a few operations costs
// more than the operations. Predicate lets all lanes go both ways of a short
// branch and selects; it decides two branches in a row at once ("a && b", and
// a loop that is left in the middle); rotate repeats a loop's test at its end, unless the loop goes
// on either way: then it would have two entries. The
// usual inner loop is one block then, and unroll repeats a short one in place. Nothing that may fault or takes long ever
// leaves the protection of its branch, and a call never moves.
//
// # Both ways at once
//
// Where lanes part, a gang does what both ways do one after the other, each for some lanes. What the
// ways have in common it can do once: together makes one call of two of a function that costs much, and
// meld makes one of an exponential or of a row of operations. Operands are chosen on each way; then
// all lanes compute, and part again. A lane does what it did, in the order in which it did. So golden
// section, Brent's method and the two sides of an option's price, which call a function in both arms of
// a branch, pay for it once. pass_meld.go has the pass, meld_match.go what belongs together,
// meld_plan.go where it goes, and meld_write.go what it becomes.
//
// # Arrays
//
// A lane's own array at an index that each lane has for itself is gathered and
// scattered, lane by lane; an element at a literal index is a vector like any
// other. So expand writes out short loops whose rounds are known (constants.go
// finds the counters) if an index becomes a literal by it, pick chooses among
// elements where an index has few values (few.go finds them), and scalars makes
// variables of the elements of arrays that only have literal indices left. A 3×3
// product and the sorting of eight numbers, each 0.4 to 0.5 times as fast as the
// compiled loop as they stand, are 3 and 5 times as fast then. An index that is
// out of range is left as it is and faults where it did.
//
// # Uniforms
//
// An expression of uniforms and literals has one value in a run. The pass
// uniforms makes it a derived uniform, so that lanes read it as they read a
// literal, and decides the branches that constants decide. A branch on a uniform
// of the run stays; it sends all lanes one way.
//
// # What a lane notices
//
// Results and faults, nothing else, are those of the source program. Calls that
// became jumps take no depth: a function that calls itself forever as its last
// act is an endless loop, which a step limit ends and a depth limit does not.
//
// # Internals
//
// Invariants. A pass never changes the program it is given. No option and no
// pass changes what a program computes, in which order its operations may
// fault, or where a fault is reported. What a pass returns verifies, always:
// the tests check every stage, and [Check] does it in production. The same
// program gives the same result, byte for byte. Passes do not depend on what
// earlier optional passes did: each can be switched off.
//
// Read first: [Passes], which is the pipeline, then "Frames" above, then
// pass_calls.go. [Lower] runs the pipeline, [Run] shows its stages, [Explain]
// gives the proofs behind the storage classes.
//
// Imports: circuit, program, program/flow, internal/counted and internal/divergence.
package lower
