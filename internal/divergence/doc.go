// Package divergence finds out which values of a program are the same in which
// lanes, and where lanes go apart: whether a branch sends all of them one way,
// whether a loop has as many rounds for all of them. It changes no program and
// decides nothing about how one is run.
//
// Invariants. What is called Uniform or Coherent is so in every run, on every
// machine; what is called Varying may be the same all the same. [Of] neither
// changes the program nor keeps anything of it but pointers to its blocks.
//
// Read first: [Class], [Value] and [Loop], then [Of].
//
// Imports: program, program/flow and internal/sorting.
//
// # Files, in the order of the way
//
// level.go has the classes, unit.go a function by numbers, lowered.go one of the lowered dialect; solve.go lowers
// levels, spread.go follows branches, and divergence.go says what came of it.
//
// # What is compared
//
// Two lanes are compared where they are in the same place: the same instruction,
// called by the same calls, in the same round of each loop around it, counted
// from when they entered the loop. It does not matter who gets there first. A
// value is Coherent if all lanes have the same there, provided that they entered
// some loop around the place together, whenever that was (Value.Scope), or else
// the program. It is Uniform if all lanes have the same there always. So the
// counter of a loop from 0 to 10 is Coherent, with that loop as its scope, and
// the 10 that is left behind it is Uniform; if the loop ends where the lane's own
// input says, the counter is as coherent, and what is left is Varying.
//
// If [Loop.Coherent] holds, lanes that start a loop together run it with one
// counter for all of them, whenever each of them entered the program. Of lanes
// that meet in a loop in different rounds, only what is Uniform is the same.
//
// # How
//
// Every write of a variable is a version of its own (flow.NewVersions); a level
// on a stack of the lowered dialect is a variable of its own. Levels of versions
// and branches begin as if nothing ever differed and are lowered until nothing
// contradicts them (solve.go). An operation's result is what its operands are. A
// merge is what merges are, and is less if lanes come by different ways
// (spread.go). A value that is used behind a loop is less if lanes leave the loop
// at different times. Merges of a loop's start count its rounds, so they are
// never more than Coherent. Functions are followed through all their calls at
// once: a parameter is what all calls give. As functions depend on their
// arguments only, a call with coherent arguments has coherent results.
//
// What is stored in an array is one value; elements are not told apart.
package divergence
