// Package tiers runs lanes as machine code where a program has some, which is made when it
// is first needed, and chooses among the engines by measuring. Lanes that fault are handed to
// the machine of package batch, which says how.
//
// Invariant. A run has the results, the faults and the order of faults of a run of the
// machine alone.
//
// Read first: [Program].
//
// Imports: batch, engine, program, internal/bind.
package tiers
