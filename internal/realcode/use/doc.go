// Package use is code as users of numeric Go write it: functions over numbers
// that lean on gonum, on closures, on generics, on small types with methods, on
// slices of local arrays. Nothing in it knows of lockstep; the test of realcode
// compiles all of it, unexported functions too, and compares it with compiled
// Go.
//
// Imports: gonum.
package use
