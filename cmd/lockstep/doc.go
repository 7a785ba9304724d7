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
// or data, when nothing was written, and for results that could not be written; 2 if a lane faulted and -strict was
// given (of check: a wrong command line); 3 if results differ in bench; 124 at the end of -timeout and 130 after a
// signal, when what was finished is written; 141 if the reader of standard output went away.
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
// Imports: the façade, batch (names of schedules), frontend/golang (the list of functions) with internal/resolve,
// program, program/optab, circuit, circuit/reshape and lower (what show prints), internal/advise (the warnings of
// check), internal/counted, internal/dataio, internal/gen, internal/goloop and internal/measure (bench),
// internal/shared and internal/shared/sourcetype (values for all lanes), simd (the processor, for version); go-pretty
// for tables and progress.
//
// # Files
//
//   - The command: main.go, command.go for the list of commands, help.go, completion.go and version.go, with what
//     gomath.go says of Go's functions; interrupt.go for signals, progress.go for what is shown meanwhile, collect.go
//     for garbage while something is compiled.
//   - Functions and inputs, for several commands: functions.go chooses a function, data.go reads inputs, sizes.go and
//     sizes_texts.go find the lengths and strings that it is compiled for, refused.go says which flags are missing.
//     simd.go, math.go and copies.go have a flag each.
//   - run: run.go. run_input.go has -uniform and run_uniforms.go its JSON, run_output.go writes results and
//     run_beside.go what comes with them;
//     stats.go and stats_json.go tell how it went, with what copied.go, parting.go and othermath.go find out by running
//     some of the lanes again.
//   - bench: bench.go. bench_random.go draws inputs, bench_loop.go compiles the loop, bench_measure.go measures,
//     in the orders of bench_orders.go and with the room that bench_room.go finds to be enough, and bench_report.go
//     prints.
//   - check: check.go. check_find.go finds what to check, check_work.go does it, check_report.go prints.
//   - show: show.go, with show_instances.go and dot.go.
//   - gen: gen.go. gen_write.go writes files, gen_check.go looks whether they are up to date.
package main
