// Package edit is what passes over programs share: bodies and the numbers of their variables, which variables are
// alive where, who calls whom, what an operation costs, and the small changes that many passes make, such as new
// names, copies of instructions, shorter jumps, and dropping what is not reached. What a pass is ([Pass]) is here too,
// so that one list can have passes of several packages. It decides nothing about programs, and has no pass.
//
// # Internals
//
// Invariants. Functions that change a program do so in place: it is the caller's, and no two of its instructions share
// memory. A body, numbering, liveness or call graph tells of the program as it was when it was made.
//
// Read first: [Body], [Numbering], [Liveness], [CallGraph].
//
// Imports: internal/places, program, program/flow and program/optab.
//
// # Files
//
//   - Programs by numbers: body.go, numbering.go with addresses.go, liveness.go, callgraph.go.
//   - Instructions: instr.go has their operands, cost.go what they cost and whether they may fault.
//   - Changes: names.go, blocks.go for shorter graphs, prune.go for what nobody needs, source.go for a lowered program
//     that is to be source again; same.go tells whether there were any.
//   - pass.go is what a pass is.
package edit
