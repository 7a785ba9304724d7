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
// Imports: program/optab, internal/sorting; nothing else of ours.
//
// # Files, in the order of the way
//
//   - Code over values: ir.go, made by builder.go with what known.go remembers, for the rows of the table (rows.go),
//     pairs of them (fused.go) and functions of package libm (library.go); print.go shows it, eval.go runs it. build.go
//     and this_*.go say how the Go compiler rounds sums of products.
//   - Shorter code: simplify.go, blends.go and short.go while it is made; dead.go, sink.go, bypass.go, alone*.go and
//     masked.go behind that.
//   - Selection: target.go is an instruction set, selector.go what writes its instructions over virtual registers
//     (machine.go, operand.go, labels.go). Each set has files of its name: avx2*.go, avx512*.go, neon.go and neon_*.go;
//     amd64*.go is what AVX2 and AVX-512 share, lazy.go makes tables when somebody asks for them. expand.go and
//     divide*.go do what no set has. memory*.go and x86_memory.go access arrays as rows; x86_event.go, x86_frame.go,
//     x86_narrow.go and x86_record.go other forms of them; *lookup*.go small tables in registers.
//   - Registers: alloc.go and alloc_walk.go. weave.go puts copies of code together whose instructions wait for
//     others.
//   - Go assembly: kernel.go is the loop around, source.go a function, file.go and pool.go a file.
//   - Words in memory: emitter.go; x86.go with x86_rows.go for vectors, x86_general.go and x86_scalar*.go for all else,
//     x86_shorten.go for short jumps; a64*.go and neonenc.go.
package codegen
