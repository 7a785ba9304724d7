// Package ssaflow answers questions about functions in SSA form: whether a value is
// still read behind an instruction, whether blocks are in a loop, whether two addresses
// are of one place, whether the order in which a loop over a map goes can be seen
// (reorder*.go), how often something happens as far as the counters of loops say (rounds.go). It
// knows nothing of what is known of values.
//
// Invariants: functions are only looked at; where the answer is not known, it is the
// one that makes more values live and more memory shared.
//
// Read first: [LiveAt], [Leads], [SamePlace], [OrderMatters].
//
// Imports: golang.org/x/tools/go/ssa and program/flow.
package ssaflow
