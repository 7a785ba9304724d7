// Package frontend has the ways in: packages that make a program of what a
// person wrote. It holds no code of its own. Package
// frontend/golang takes Go source, frontend/builder takes calls from a Go
// program, and text is read by program.Parse. Package lockstep does all of it in one call.
//
// # Internals
//
// Invariants. A frontend gives a program that program.Verify accepts, or every
// error it found, each with the position in what the person wrote. Its
// instructions carry those positions too, so that a fault of a lane, months
// later, still names the line. A frontend never optimises and never lowers.
//
// Read first: builder.Builder, golang.Compile.
//
// Imports: program and program/optab, and of frontends nothing of each other.
package frontend
