// Package made puts into documents what commands make of bench/results: it stands between two lines, of which the first
// says which command makes it again.
//
// Invariants: the rest of a document stays as it is.
//
// Read first: [Put].
//
// Imports: nothing of ours.
package made
