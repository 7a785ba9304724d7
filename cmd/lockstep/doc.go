// Command lockstep runs scalar Go functions over batches of inputs: run, bench, check, gen,
// show. It reads flags and files, calls package lockstep and prints; whatever
// takes more than that belongs in another room.
//
// Invariants: results go to the output alone, everything else to standard
// error; an output file is whole or untouched, whatever ends the command, and
// never a file that the run reads; output that cannot be written is a failure; a
// wrong command line, program or data file ends with status 1 before anything is
// written; every message says what is wrong, where, and what to do. The exit
// statuses are in [status].
//
// Read first: [Main], commands, runCommand.
//
// Imports: the façade, batch (names of schedules), frontend/golang (the list of
// functions) with its resolver and internal/instance, program, program/optab, circuit and
// lower (what show prints), internal/advise (the warnings of check),
// internal/dataio, internal/gen,
// internal/goloop and internal/measure (bench), simd (the processor, for version).
package main
