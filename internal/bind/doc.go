// Package bind runs machine code over the columns of package batch, wherever the code is
// from, and hands lanes that fault to the machine of package batch, which says how.
//
// Invariant. A run has the results, the faults and the order of faults of a run of the
// machine alone.
//
// Read first: [RunInto].
//
// Imports: batch, engine/turns, internal/settings, program; simd for columns of narrow numbers.
package bind
