// Package compare checks an example: that its inputs.csv is what the example's
// test makes, and that a batch over those inputs gives what a plain Go loop
// gives. It is for tests only and knows nothing of any example.
//
// Invariants: results are compared bit for bit, and only the payload of a NaN
// may differ; every combination of gang size, number of workers and schedule
// is run over at least some of the lanes; a difference is reported with the
// lane, its inputs and the settings that show it.
//
// Read first: [Case], [Table], [Ways].
//
// Imports: the root package, batch for its schedules, program, lane, internal/testkit, and testify.
package compare
