// Package lanetest is what the tests that `lockstep gen -test` writes run on: it
// makes inputs, compares a wrapper's program with the Go function over them, and measures
// both. It is for tests of generated code and knows nothing of any function.
//
// # Internals
//
// Invariants: the same inputs every time; no lane is run by the Go function that did not end
// in lockstep within limits, since a function cannot be stopped; a difference is a
// failure that shows the lane's values.
//
// Read first: [Compare], [Column], [Shared].
//
// Imports: lane, lane/wrap.
package lanetest
