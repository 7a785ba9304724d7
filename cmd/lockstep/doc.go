// Command lockstep runs ordinary scalar Go functions, with recursion, loops and branches, over thousands to millions
// of inputs in lockstep.
//
// Usage:
//
//	lockstep COMMAND FILE|DIR [flags]
//
// The commands are:
//
//	run         run a function over a batch of inputs
//	bench       measure a batch of a function against its compiled loop
//	check       tell what can be run and what cannot, what will be slow, and why
//	show        print the program that a function becomes, at any stage
//	gen         write a typed batch function for a function of a package
//	completion  print a completion script for a shell
//	version     print the version
//	help        tell about a command
//
// FILE is a .go file or a .lockstep program, DIR a directory with one Go package. Flags take one dash or two, before or
// after the file. For example:
//
//	lockstep run quadrature.go -func Integrate -in inputs.csv -out results.csv
//
// "lockstep help COMMAND" tells all about one, with its flags.
//
// The exit status is 0 if it did what was asked, although lanes may have faulted; 1 for a wrong command line, program
// or data, when nothing was written; 2 if a lane faulted and -strict was given (of check: a wrong command line); 3 if
// results differ in bench; 124 at the end of -timeout and 130 after a signal, when what was finished is written.
//
// # Internals
//
// The command reads flags and files, calls package lockstep and prints; whatever takes more than that belongs in
// another room.
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
