// Package asmgen translates the definitions of package libm for package codegen: the
// Go source of a mathematical function becomes a codegen.Func, which is straight-line
// code over registers full of lanes. It works through the syntax tree and the types of
// the source, and so is for generators alone.
//
// Invariant. What it makes depends on libm's source alone, and equals the source bit
// for bit (NaN payloads aside).
//
// Read first: translate.go.
//
// Imports: codegen, program/optab; nothing else of ours.
//
// # Files
//
// library.go reads the source; translate.go has functions and statements, translate_expr.go and translate_call.go
// expressions, translate_fuse.go products that a build may fuse.
package asmgen
