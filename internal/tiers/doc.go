// Package tiers runs lanes as machine code where a program has some, and hands those
// that fault to the machine of package batch, which says how.
//
// There are two kinds of machine code, with many lanes in registers and for one lane at a
// time (scalar.go). Of the second kind and the machine a run may take what is faster, which
// is measured on its first lanes (measure.go).
//
// Invariant. A run has the results, the faults and the order of faults of a run of the
// machine alone.
//
// Read first: tiers.go.
//
// Imports: batch, engine, program, internal/bind.
package tiers
