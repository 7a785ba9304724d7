// Package lower turns a program with function calls into one without: calls
// become pushes and jumps over one stack per variable, so that lanes at
// different depths of a recursion can run the same block together.
//
//	lowered, err := lower.Lower(p)
//
// It decides which variables need a stack at all, and saves as few of them as it can. It is not the
// optimiser: the passes of package reshape come first, package circuit's among them, and give
// a program without a call, branch or array that it does better without.
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
//   - Functions that call themselves or each other only as their last act are
//     loops by now (loops and inline of package reshape), so their calls need no stack of return blocks.
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
//     at once, are with its callers (peel of package reshape): the leaves of a recursion, half of its
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
// the tests check every stage, by the option [Check]. The same
// program gives the same result, byte for byte. Passes do not depend on what
// earlier optional passes did: each can be switched off.
//
// Read first: [Passes], which is the pipeline, then "Frames" above, then
// pass_calls.go. [Lower] runs the pipeline, [Run] shows its stages, [Explain]
// gives the proofs behind the storage classes. [Forms] also gives the forms that
// machine code is made of besides, for little more than the lowered one takes.
//
// Imports: circuit/reshape, program, program/edit, program/flow and program/optab.
//
// # Files, in the order of the way
//
//   - The pipeline: lower.go; forms.go and source.go have the other forms that machine code is made of.
//   - Before the calls: pass_recompute.go, pass_coalesce.go, pass_split.go and pass_allocate.go. merger.go gives
//     variables one name where conflicts.go has nothing against it; writes.go and counts.go tell what calls do to
//     variables.
//   - Calls: pass_calls.go, with frames.go for where frames end. pass_share.go and share*.go make one of the arrays
//     that calls hand over, share_conflicts.go by what cannot be one.
//   - Behind the calls: pass_fuse.go, pass_forward.go, pass_arrays.go; pass_jumps.go has direct, thread and layout.
//   - Reasons: explain.go of storage classes, explain_depth.go of how deep calls nest, contract.go of copies.
package lower
