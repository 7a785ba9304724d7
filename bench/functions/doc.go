// Command functions prints what each mathematical function costs: nanoseconds
// per element over data that stays in the caches, for every implementation of
// the kernels and for Go's package math.
//
//	go run ./bench/functions [-rounds N] [-ulp FILE] [-out DIR] [NAME...]
//	go run ./bench/functions -docs docs/functions.md
//
// With -ulp the largest errors are shown beside the times. FILE is what
// go run ./internal/ulp printed, perhaps together with what it printed with
// -ref. All implementations have the same errors, since they give the same bits.
//
// With -docs nothing is measured: the table of a document is made of the last report in bench/results, and of
// the comparisons with package math there.
//
// Invariants: the functions are the rows of the op table that have one in libm or in
// internal/gomath; the latter have the bits of package math. All candidates of a row run
// interleaved, over the same arguments.
//
// Read first: main.
//
// Imports: bench/internal/made, internal/measure, program/optab, simd, simd/functions.
package main
