// Package programs has functions of the kinds that people have many inputs for, each in a
// file that stands alone: an option tree, an interpreter, a state machine, a forest of
// decision trees and others. They are measured and tested, and do not show how to
// use anything.
//
// Invariants: nothing here knows of lockstep; a file uses no name of another file, since
// it is also compiled alone; a product that may be added to something is wrapped in a
// conversion, which keeps the Go compiler from fusing the two (GOAMD64=v3, arm64).
//
// Read first: [American], [Execute]; source.go has their texts.
//
// Imports: nothing of ours.
//
// # Files
//
//   - Recursions: ackermann.go, board.go (queens), tour.go, rational.go (an integral), quicksort.go, and tree.go, which
//     makes a search tree.
//   - Loops over numbers: optiontree.go, gamma.go (a series and a continued fraction), lorenz.go, potential.go,
//     solve.go (a linear system), editdistance.go.
//   - Choices: interpreter.go, switchloop.go (a state machine), forest.go.
//   - source.go has the text of each.
package programs
