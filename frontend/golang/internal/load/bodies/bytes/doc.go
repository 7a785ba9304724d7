// Package bytes has functions and types of the package of that name with bodies that lanes can run: loops where the
// package's own are assembly, and a buffer that leaves memory to append.
//
// Imports: nothing of ours.
package bytes
