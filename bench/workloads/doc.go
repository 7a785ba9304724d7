// Command workloads prints how many times as fast as a plain Go loop a batch
// is, workload by workload and engine by engine, and for each group the mean and the worst:
//
//	go run ./bench/workloads [-lanes N] [-rounds N] [-engine E,E] [-gang N] [-schedule S]
//		[-simd NAME] [-cpu] [-out DIR] [NAME...]
//
// The columns off, lanes and so on are the engines of lockstep.EngineModes, forced; auto is
// what the batch takes by itself. Programs with mathematical functions have two rows, with
// ours and with package math's. Beside the ratios stands what may explain that of off: how
// full the blocks ran, and what one costs. Below the tables stands why engines refuse.
//
// The instruction set is the one that the environment variable LOCKSTEP_SIMD names, or else
// -simd, for machine code as for kernels.
//
// It measures and prints; what is measured is in package bench.
//
// Invariants: one thread each; a wrong result is an error and not a figure.
//
// Read first: main.
//
// Imports: bench and internal/measure, the root package, batch for its
// schedules, and simd.
package main
