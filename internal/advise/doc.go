// Package advise finds the code of a program that will run slowly in lockstep,
// and says why and what to write instead. It looks at the program alone and
// runs nothing; it does not say what is fast, and no warning is a proof: trip
// counts and depths of recursion are in the inputs.
//
// It lowers the program as the machine would, except that short loops stay
// rolled up, and looks for what happens many times: the bodies of loops and of
// recursions. What one round or one call costs in lockstep, and what it costs in
// the compiled loop, are estimated from the prices in price.go, which are
// measurements: BenchmarkSlow repeats them over the functions of
// internal/slow. Where kernels would be slow but there is machine code (price_code.go), it is the
// fastest of the engines that counts.
//
// Invariants. A warning has the position of something in the user's source, and
// one kind of warning comes once for a place. The workloads of bench that are
// slower than the loop by kernels are warned of and the others are not; a test holds that.
//
// Read first: [Program], [Kinds], price.go.
//
// Imports: program, program/flow, internal/divergence, program/optab and lower.
//
// # Files
//
// advise.go has the warnings and their kinds, loops.go, calls.go, arrays.go and parting.go find some each, in the graph
// of flow.go; price.go and price_code.go say what things cost, and text.go says it in words. lines.go tells which lines
// of the source a run took its time for.
package advise
