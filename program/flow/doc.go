// Package flow answers questions about the shape of code: which block dominates which,
// what the loops are, which variables are alive where. Blocks and variables are numbers
// here, and who asks says what they stand for, so that it knows nothing of programs.
//
// # Internals
//
// Invariants. Nothing here changes a graph that it is given. Everything is
// deterministic and takes no more of the goroutine's stack for a longer program
// (loops apart, which nest a few deep), and time that is at most a little more
// than linear in the size of the graph times that of a set.
//
// Read first: [Set], [Graph], and [Live].
//
// Imports: internal/slab.
//
// # Files
//
// set.go, graph.go and components.go are about any graph; dominators.go, loops.go, live.go and versions.go about one of
// blocks. room.go is memory that analyses share.
package flow
