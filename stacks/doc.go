// Package stacks stores what lies below the tops of variables' stacks, a stack
// for each lane of a gang: what a recursion saves, for hundreds of lanes at depths
// of their own. Programs are run by package lockstep; this package is of use to
// whoever writes a machine of that kind.
//
// The machine keeps each variable's top in a buffer of its own, where kernels
// read and write it; this package only sees a value when it is saved (push) or
// comes back (pop). It knows nothing of programs or blocks: it is told which
// lanes to touch, by a bitmap or by a list. A bitmap costs little a lane where
// most lanes are in it, since simd moves the values of neighbours together; a
// list costs more a lane and nothing for the others. Both give the same stacks.
// Variables that always come and go together share a [Cluster].
//
// # Internals
//
// Invariants: a lane's stack is independent of its neighbours'; a lane that
// runs away grows its own memory and nobody else's; a place above a lane's
// depth holds junk and is never read; a lane that was reset holds nothing and
// has given back to the [Arena] what it took; reading below the bottom is a bug of the caller
// and panics.
//
// Read first: [Stack], PushMask, PopMask, [Cluster], [Arena]; model_test.go has the
// definition as a slice of slices.
//
// Imports: simd.
//
// # Files
//
// stack.go is a stack, which list.go and mask.go push and pop; small.go has stacks of small numbers, cluster.go of
// several variables. arena.go is the memory of deep lanes.
package stacks
