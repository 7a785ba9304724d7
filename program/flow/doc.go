// Package flow has what every room asks of the shape of code: sets of small
// numbers, graphs of blocks, dominators, loops, liveness, and versions of
// variables. It knows nothing of programs: blocks and variables are numbers, and
// who uses it says which. The room below it, divergence, says of programs which
// lanes have the same values.
//
// Invariants. Nothing here changes a graph that it is given. Everything is
// deterministic and takes no more of the goroutine's stack for a longer program
// (loops apart, which nest a few deep), and time that is at most a little more
// than linear in the size of the graph times that of a set.
//
// Read first: [Set], [Graph], and [Live].
//
// Imports: nothing.
package flow
