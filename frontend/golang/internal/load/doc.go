// Package load reads Go packages from text: it parses them, keeps the declarations
// that the wanted functions reach in all packages, type-checks these and builds their
// SSA form. It also says which package-level variables are changed once a program
// runs. What the code means, and what of it is accepted, is not its business.
//
// Invariants: it needs no go command, no GOROOT and no files, only what its [Options]
// give; all errors of one run are reported, at places in the text that was given;
// what is not reached is parsed and otherwise not looked at; text that is hostile is
// refused by counting (bounds*.go); what was loaded does not change any more and may
// be used by several goroutines.
//
// The stages, in the order in which a package passes through them:
//
//   - Read: which files of a folder belong to a package (files.go, constraints.go).
//   - Parse: syntax, directives and declarations of a package (parse.go,
//     directives.go, declarations.go, imports.go). Imported packages are parsed when
//     something of them is reached (changes_outside.go), with what is compiled in the
//     place of some files (substitutes.go). Where pointers and rows of matrices are to be handed over as what they
//     lead to, a function that does so is written beside the one that is wanted (spread.go,
//     spread_params.go, spread_results.go, spread_types.go); for an instance of a generic function, one that calls it
//     (generic.go).
//   - Reach: what the wanted functions reach by name, in all packages, and what of it
//     is not there (reach.go, missing.go).
//   - Bound, prune and type-check (bounds.go, check.go), with math, math/bits and what
//     makes errors as stubs (stubs.go), and with keys of maps that are sorted, or in no order, from a function and a
//     loop (mapkeys.go); then count instantiations (bounds_generic.go).
//   - Build the SSA form (build.go), of syntax trees that are changed for as long as that takes: formats*.go,
//     tails.go, captures.go, extremes.go, map_literals.go, swaps.go, begins.go and clips.go have a change each. What a
//     statement reads besides calls goes behind them then, as the Go compiler has it (ssaflow.ReadLate).
//   - Say who can tell a slice that is nil from an empty one (nils.go).
//   - Many functions at once (together.go).
//   - Who changes a package-level variable: changes.go says how that is found out, and changes_*.go do a part of it
//     each.
//
// load.go has what comes out of this.
//
// Read first: [Parse], [Source.Load], [View], then reach.go and changes.go.
//
// Imports: program, internal/clock, packages gotypes and ssaflow, its own bodies/format, the Go parser and type
// checker, and golang.org/x/tools/go/ssa and go/types/typeutil.
package load
