// Package opgen writes the code that follows from the op table: Go, and the
// assembly of the machine kernels.
//
// A row of program/optab says everything about an operation; a [Generator]
// turns the table into one file. The generators are a list, and they run as a
// test: go test ./internal/opgen compares each file in the tree with what the
// table says, and with -generate writes it. Nothing is generated in any other
// way, and nothing here runs when the software does.
//
// Invariants: a generator is a function of the table, of the template in
// package scalar and of package libm's source, so its output is the same on every
// machine; float operations in generated code are wrapped in conversions, so
// that no compiler fuses them.
//
// Read first: [Generators], then opcode.body in expr.go. The page "Adding an
// operation" is adding.md, which ends program/OPS.md.
//
// Imports: program/optab, codegen and internal/asmgen, and golang.org/x/tools/go/ast/astutil. Not program, which does
// not compile, or panics, while its generated files are stale.
//
// # Files
//
// opgen.go lists the generators: of opcodes (opcodes.go), of scalar functions (functions.go) and portable kernels
// (kernels.go), whose bodies expr.go makes, of kernels in assembly (machine.go), of what follows from libm and gomath
// (library.go), and of the manual (manual.go).
package opgen
