// Package bench measures a batch against the plain Go loop that it replaces.
// The workloads are the examples' functions over many shuffled inputs; each
// runs both ways in one process, and both must give the same results. Kernels
// and stacks have benchmarks of their own, in their rooms.
//
// Invariants: a comparison is within one process, one thread each, rounds
// interleaved; results are checked once, outside of the time measured; no test
// depends on a time. Workloads belong to a group (uniform, divergent,
// recursive), and a summary shows the worst of each group beside the mean.
//
// Read first: [Workload], [All]; then BenchmarkRun for go test -bench, and the
// command bench/workloads for a table of ratios.
//
// Imports: the root package and the examples.
package bench
