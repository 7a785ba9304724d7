// Package codegen makes machine code of straight-line code over registers full of
// lanes, for AVX-512, AVX2 and NEON: as Go assembly, for the kernels of package simd, and
// as words in memory, for package engine.
//
// Everything goes one way. A [Func] is straight-line code over values that hold one
// element per lane: a row of the op table, a pair of rows that is worth a kernel of its
// own, or what package asmgen makes of the Go source of a mathematical function. A
// target turns each instruction into machine instructions over virtual registers, the
// allocator gives them real ones, and the loop skeleton puts loads, stores and steps
// around. The package knows nothing of lanes' lives, gangs or programs.
//
// Invariants. Generated text depends on the Func alone, never on the machine that
// generates. A kernel equals its scalar expression bit for bit (NaN payloads aside);
// where a target has no good code for an instruction the kernel is left out and the
// portable one serves.
//
// Read first: ir.go for the code that passes between the stages; eval.go says what it
// means. Then kernel.go for the way on to assembly.
//
// Imports: program/optab; nothing else of ours.
package codegen
