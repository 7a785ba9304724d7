// Package fingerprint makes one number of a Go value, so that a program that was
// compiled with a value can ask later whether it still is that value. The compiler
// walks its own form of the value and says it in words; the running program has it
// walked by reflection (value.go). It does not say what changed.
//
// Invariants: the same value gives the same sum on both sides and in every release,
// because sums are in generated files; a value that leads back to itself ends.
//
// Read first: [Sum], [Of].
//
// Imports: nothing of this module.
package fingerprint
