// Package first has the functions whose wrappers' first calls bench/firstcalls
// times: one for which the batch is fast, one for which it is slow, one whose lanes differ
// much, one that is nearly free and one that takes long. It measures nothing itself.
//
// Invariants: the functions cannot panic, and end for all inputs that are made for
// them.
//
// Imports: lane, lane/native and lane/wrap, which generated code imports.
package first

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Logistic,Tak,Collatz,Line,Long .
