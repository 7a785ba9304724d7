// Package optab is the op table: the one place where an operation of a program is
// declared, such as add, sqrt or index. It is data, to look things up in:
//
//	for _, op := range optab.Table {
//		fmt.Println(op.Name, op.Doc)
//	}
//
// program/OPS.md is the same table as a manual.
//
// A row ([Op]) states an operation's name, its operand and result classes, the
// types it ranges over, its scalar meaning as a Go expression and what may be
// claimed about it. Everything else is generated from the rows by package
// internal/opgen: opcodes, mnemonics, the scalar functions of the oracle, the
// portable kernels and the manual program/OPS.md. The table is data; nothing
// here runs a program.
//
// # Internals
//
// Invariants: a name is unique; every row has a sentence of documentation; an
// elementwise row has an expression; a faulting row says when and with which
// code; [Validate] checks all of it and a test calls it before any generator.
//
// Read first: [Op], [Table], [Type].
//
// Imports: nothing of ours.
//
// # Files
//
// optab.go is a row, types.go what it ranges over; table.go has the rows, with those of mathematical.go; identities.go
// and comparisons.go say what holds of some.
package optab
