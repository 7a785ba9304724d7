// Package stacks stores what lies below the tops of one variable's stacks, a
// stack per lane of a gang.
//
// The machine keeps each variable's top in a buffer of its own, where kernels
// read and write it; this room only sees a value when it is saved (push) or
// comes back (pop). It knows nothing of programs, masks or blocks: it is told
// which lanes to touch, by a list, and its cost is proportional to the length
// of that list.
//
// Invariants: a lane's stack is independent of its neighbours'; growing one
// lane's stack never moves another's values; a lane that was reset holds
// nothing and has given back what it grew; reading below the bottom is a bug of
// the caller and panics.
//
// Read first: [Stack], Push, Pop; model_test.go has the definition as a slice
// of slices.
//
// Imports: simd.
package stacks
