// Command chart draws how many times as fast as the loop each workload runs, from the last table of the newest file of
// bench/results, for README.md and docs/speed.md:
//
//	go run ./bench/chart -out docs/speed.svg
//
// It measures nothing.
//
// Invariants: the picture follows from the table alone, so that a test can tell whether it is that of the last one.
//
// Read first: SVG.
//
// Imports: nothing of ours.
package main
