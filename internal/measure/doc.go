// Package measure has what the measuring commands share: medians of
// interleaved rounds, the time that processors work and the length of their
// cycle, and reports in Markdown that carry date, machine and settings. It knows
// nothing of what is measured.
//
// Invariants: all candidates of a comparison run in one process, one after the
// other in every round, so that a change of the processor's speed meets all of
// them; a report is also readable as plain text.
//
// Read first: [Interleaved], [Report].
//
// Imports: simd, for the processor and what it can run.
package measure
