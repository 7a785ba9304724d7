// Command kernels prints what each kernel costs: nanoseconds per element and
// bytes per processor cycle over data that stays in the first level cache, for
// every implementation.
//
//	go run ./bench/kernels [-rounds N] [-cold] [-out DIR] [MNEMONIC...]
//
// Bytes are those of all operands and of the result; a bool is an eighth of
// one. A mnemonic selects kernels by its beginning: "add", "convert_". With
// -cold the data is of the size of the second level cache.
//
// Invariants: the kernels are those of the op table and the moves of package
// simd; all implementations of one run interleaved, over the same operands.
//
// Read first: main.
//
// Imports: internal/measure, program, program/optab, simd, simd/functions.
package main
