// Package asmgen makes the machine kernels of package simd: Go assembly for
// AVX-512, AVX2 and NEON, from the op table and from the definitions in package
// libm.
//
// Everything goes one way. A row of the table, a pair of rows that is worth a
// kernel of its own, or the Go source of a mathematical function becomes a
// [Func]: straight-line code over values that hold one element per lane. A
// target turns each instruction into machine instructions over virtual
// registers, the allocator gives them real ones, and the loop skeleton puts
// loads, stores and steps around. The package knows nothing of lanes' lives,
// gangs or programs.
//
// Invariants. Generated text depends on the table and on libm's source alone,
// never on the machine that generates. A kernel equals its scalar expression
// bit for bit (NaN payloads aside); where a target has no good code for an
// instruction the kernel is left out and the portable one serves.
//
// Read first: ir.go for the code that passes between the stages; eval.go says
// what it means. Then translate.go for the way from Go source to it, or kernel.go
// for the way on to assembly.
//
// Imports: program/optab; nothing else of ours.
package asmgen
