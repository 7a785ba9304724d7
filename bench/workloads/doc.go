// Command workloads prints how many times as fast as a plain Go loop a batch
// is, workload by workload, and for each group the mean and the worst:
//
//	go run ./bench/workloads [-lanes N] [-rounds N] [-gang N] [-schedule S] [-simd K] [-out DIR] [NAME...]
//
// Beside the ratio stand what may explain it: how full the blocks ran, how many
// ran, and what one costs.
//
// It measures and prints; what is measured is in package bench.
//
// Invariants: one thread each; a wrong result is an error and not a figure.
//
// Read first: main.
//
// Imports: bench and bench/internal/measure, the root package, batch for its
// schedules, and simd.
package main
