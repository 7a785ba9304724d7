// Package bench measures a batch against the plain Go loop that it replaces.
// The workloads are the examples' functions and those of package programs over
// many shuffled inputs; each runs as a loop and on every engine in one process,
// and all must give the same results. Kernels and stacks have benchmarks of
// their own, in their rooms.
//
// Invariants: a comparison is within one process, one thread each, rounds
// interleaved; results are checked once, outside of the time measured, by the
// very kernels that are timed; an engine that refuses is told of and never
// replaced by another; no test depends on a time. Workloads belong to a group (uniform, divergent,
// recursive), and a summary shows the worst of each group beside the mean.
//
// Read first: [Workload], [All], [Way]; then BenchmarkRun for go test -bench, and the
// command bench/workloads for a table of ratios.
//
// Imports: the root package, bench/programs, bench/internal/arrays and the packages below examples.
//
// # Files
//
//   - Workloads: workload.go says what one is, all.go has all, which examples.go and programs.go list; inputs.go draws
//     their data.
//   - Measuring: way.go has the ways to run one, verify.go proves their results, ratio.go times them.
package bench
