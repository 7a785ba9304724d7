// Package arrays has functions that keep their data in small arrays of their
// own, as people write them: loops over the elements of a matrix, sorting a few
// numbers. They are only measured.
//
// Invariants: nothing here knows of lockstep.
//
// Read first: [Power].
//
// Imports: nothing.
package arrays
