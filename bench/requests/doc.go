// Command requests shows what calls of few lanes take when they come again and again, as in a
// service that has a request's inputs run by a function:
//
//	go run ./bench/requests [-for D] [-out DIR] [NAME...]
//
// Each row is calls of one number of lanes: of a plain loop, of a generated wrapper with default
// options, and of a Kernel with default options, with new columns for its results and with the
// same ones each time (lockstep.Into). Calls come one after the other, and, in the columns "at
// 1000/s", a thousand times a second, when other things have been in the caches; what it takes to ask
// for the time is subtracted then. All have run for half a second before.
//
// It measures processor time, on one processor, and prints.
//
// Invariants: a wrong result is an error and not a figure.
//
// Read first: main.
//
// Imports: the façade, bench/internal/first, internal/clock, internal/measure and lane.
package main
