// Command chart brings what the documents say about speed up to date with the last table of the newest file of
// bench/results: the picture docs/speed.svg, which shows how many times as fast as the loop each workload runs, and the
// tables of README.md and docs/speed.md.
//
//	go run ./bench/workloads -cpu -out bench/results
//	go run ./bench/chart
//
// It measures nothing.
//
// Invariants: what is made follows from the table alone, so that a test can tell whether it is that of the last one.
//
// Read first: SVG, speedTable.
//
// Imports: bench/internal/made.
package main
