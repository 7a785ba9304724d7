// Command workloads prints how many times as fast as a plain Go loop a batch
// is, workload by workload, and for each group the mean and the worst:
//
//	go run ./bench/workloads [-lanes N] [-rounds N] [-gang N] [-schedule S] [NAME...]
//
// It measures and prints; what is measured is in package bench.
//
// Invariants: one thread each; a wrong result is an error and not a figure.
//
// Read first: main.
//
// Imports: bench, the root package, and batch for its schedules.
package main
