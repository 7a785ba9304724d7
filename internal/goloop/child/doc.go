// Package child is what every process of package goloop has, whatever its function: it makes
// arguments of columns, notes results, and answers to what the command asks. Its text is copied into
// the package of the user's function, hence the long names and the imports of nothing but Go's own.
//
// Invariants: what it cannot make of columns, such as a map, is an error that names the parameter; results are
// noted as bits, in the layout of columns. It does not know how the function is called: Over and
// All of [LockstepLoop] do.
//
// Read first: [LockstepLoop], lockstepArguments.
//
// Imports: nothing of ours.
package child
