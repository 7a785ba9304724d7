// Package realcode tries the Go frontend on code that nobody wrote for it:
// package math's own bodies, and packages of gonum. It compiles their functions
// from the source as shipped, runs them over many inputs, and compares every
// bit, and every panic, with the same function compiled by Go. It is not part of
// the product.
//
// Nothing is listed by hand but the packages: functions and methods that take
// and give numbers, structs, arrays and slices of numbers are discovered with
// go/types (discover.go), and their inputs follow from the types and from the
// constants in the package's text (inputs.go). A method whose receiver has
// other fields, such as a source of random numbers, is called by a wrapper as a
// user would write it (wrap.go). The compiled functions run in a process of
// their own (build.go, worker/, process.go), because package math must be built
// under another path for its unexported and its pure Go bodies to be reached.
//
// The table of all functions, with the reason where one is refused, is
// docs/real-code.md; the test fails if a function is accepted or refused that
// was not when the table was made:
//
//	go test ./internal/realcode                             everything, under a minute
//	go test ./internal/realcode -only mathext.Zeta -v       what is in a name
//	go test ./internal/realcode -record                     writes the table
//	go test ./internal/realcode -run Speed -speed -v        a batch against the compiled loop, function by function
//	go test ./internal/realcode -packages A,B -module DIR -v   packages that DIR's go.mod requires
//
// Invariants: compiled Go is built at GOAMD64=v1, and with the tags by which
// packages choose Go over assembly, so both sides have the same source. What
// arguments a lane gets follows from the function's name and the lane's number.
//
// Read first: packages.go, then [Lab.Try].
//
// Imports: the façade, frontend/golang, batch, program, program/optab, internal/interp, internal/resolve,
// internal/clock and its own worker.
//
// # Files, in the order of the way
//
//   - Functions: packages.go lists packages, discover.go finds their functions, wrap.go writes wrappers.
//   - Compiled Go: build.go builds it, process.go talks to it.
//   - Arguments: layout.go says of which numbers a type is made, columns.go how they become columns, inputs.go draws
//     them, slices.go finds how long slices have to be.
//   - Judgement: try.go tries a function, judge.go compares; table.go writes the page, speed.go measures.
package realcode
