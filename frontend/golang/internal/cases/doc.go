// Package cases is Go code that is compiled twice: into the test binary, by
// Go, and by package golang, from the same text. A test runs both on the same
// inputs and compares every bit.
//
// A new case is an exported function and a line in funcs.go or funcs_texts.go; a test says so if the
// line is missing. Functions keep to what batched code can have, take any
// input (recursion and loops are bounded inside), and write a product that is
// added to something, here or in a caller, as float64(x*y), because Go may fuse
// it otherwise.
//
// Read first: [All], and any of the files.
//
// Imports: nothing of ours.
//
// # Files
//
//   - The lists: funcs.go and funcs_texts.go, and shared.go for what is one value for all lanes,
//     with shared_texts.go and shared_maps.go.
//   - Numbers: numbers.go, bits.go, floats.go, complexes.go; narrow.go and joined.go for those of a few bytes.
//   - The language: language.go, control.go, corners.go, closures.go, interfaces.go, generic.go, deferred.go,
//     order.go, recursion.go, symmetric.go, standard.go (types of the standard library), sorted.go; states.go for
//     loops that go by a state.
//   - Memory: aggregates.go, memory.go, pointers.go, slices.go, spans.go, matrices.go, moves*.go, handed.go, filled.go,
//     refarrays.go, pooled.go, held.go, replaced.go; that is one thing in some lanes and another in others: chosen*.go,
//     oneof.go, nilpointers.go, nilslices.go.
//   - Memory that lanes make: counted.go, grow*.go, kept*.go, rows.go, turns*.go, swapped.go, freed*.go, listed.go,
//     queues.go, value_receivers.go, trees*.go, graphs.go, expressions.go.
//   - Maps, errors, strings: maps*.go, nankeys.go, sorted_groups.go; errs*.go; strings.go, text*.go, encodings.go,
//     packages.go.
//   - Package-level variables: tables.go, tables_compared.go, closures_table.go, variables.go, initialised.go.
//   - Functions as users write them: domains_*.go.
package cases

import "embed"

// Sources is the text of this package.
//
//go:embed *.go
var Sources embed.FS
