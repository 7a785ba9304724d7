// Command firstcalls shows what the calls of generated wrappers take from the first
// one on, compile of the program included, against a plain loop over the Go function:
//
//	go run ./bench/firstcalls [-programs] [-procs N] [-rounds N] [-cpu] [-bound] [-out DIR] [NAME...]
//
// With -programs the calls are of lockstep.Func.Run, over the functions of package bench. The program was compiled
// before, but no machine code was made of it, and there is no loop to fall back on.
//
// Each row is a process of its own. In it every call of the wrapper is timed beside a plain loop
// over the same inputs, so that a change of the processor's speed meets both. The sum of all
// calls so far must not exceed 1.2 times the loop's by more than 2 ms at any call, which -bound
// makes an error; the columns "worst" are the largest excess on the way.
//
// It measures and prints; what is measured is in bench/internal/first and in bench.
//
// Invariants: a wrong result is an error and not a figure; the wrapper runs with default
// options.
//
// Read first: main.
//
// Imports: the root package, bench, bench/internal/first, internal/measure and lane.
package main
