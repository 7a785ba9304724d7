// Package ssaflow answers questions about functions in SSA form: whether a value is
// still read behind an instruction, whether blocks are in a loop, whether two addresses
// are of one place, whether the order in which a loop over a map goes can be seen
// (reorder*.go), how often something happens as far as the counters of loops say (rounds.go). It
// knows nothing of what is known of values.
//
// Invariants: functions are only looked at, but for [IndexLast] and [ReadLate], which are called where they are built;
// where the answer is not known, it is the one that makes more values live and more memory shared.
//
// Read first: [LiveAt], [Leads], [SamePlace], [OrderMatters].
//
// Imports: golang.org/x/tools/go/ssa and program/flow.
//
// # Files
//
//   - Values: live.go says who reads one, places.go whether two addresses are of one place, nil.go which slices are
//     never nil, said.go which strings are only told, spills.go which variables have a value only meanwhile.
//     blocks.go has the order of blocks and their cycles.
//   - How often and how much: rounds.go, lengths.go for appends, takes_out.go and filters.go for appends that make
//     nothing longer, recursion.go for what calls of oneself pass.
//   - Memory that is made again: turns.go for what earlier rounds made, swapped.go for slices that change places,
//     listed.go for objects that elements point to, cuts.go for queues, handed.go for bytes that become strings,
//     taken.go for arrays that end as slices, stored_twice.go for slices that two places have, viewed.go for
//     numbers that are read as another type's bits.
//   - Loops over maps: reorder*.go. constant_map.go: those of constants.
//   - Within a statement: indexed.go lets an index come last, late.go puts loads behind calls and late_receivers.go
//     says which are not, position.go says where the source asks for an instruction.
package ssaflow
