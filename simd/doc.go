// Package simd has the kernels: operations and moves over the lanes of a gang, in
// AVX-512, AVX2, NEON or portable Go, whichever the machine is best at. [Lookup] finds
// the kernel of an operation by its name ("add.f64"), and [Active] tells which
// implementation is used; the environment variable LOCKSTEP_SIMD chooses another.
//
// It knows buffers of numbers, bitmaps and lists of lanes; of programs,
// variables and types of an intermediate form it knows only the mnemonics that
// kernels are looked up by ("add.f64"). Every elementwise operation of the op
// table, and the step of every reduction, has a portable kernel in Go,
// generated from the row's expression. Those of mathematical functions are linked where
// package simd/functions is imported. A machine's own kernels join through
// [register] and replace portable ones; the build tag purego leaves them all
// out.
//
// Machine kernels of Go's own mathematics (go_exp.f64) are guarded: before its first use
// in a process each is compared with package math, and not used where it differs; guard.go.
//
// What is not elementwise is functions: moves by a bitmap, packing, bitmaps,
// access to elements, rows of lanes at depths of their own, transposition.
// Their machine code follows the choice of kernels; level.go says how.
//
// NaN. Where the scalar expression gives a NaN a kernel gives one, of any sign
// and payload, quiet or not: which one differs between implementations. So any
// NaN is as good as another, and programs must not look at their bits. Moves,
// select and bitcasts keep all bits, also those of NaNs. Denormal numbers are
// operands and results like others, and never flushed.
//
// # Internals
//
// Invariants. A kernel gives in each lane the bits that the scalar expression
// gives (NaN payloads aside), whichever implementation is chosen. It is total:
// lanes hold junk when nobody will look at them, and no junk makes a kernel
// panic, nor run for long unless the op table says Unbounded; a lane that faults
// is reported in a bitmap and gets zero. It writes lanes below N; up to the next
// multiple of 64 it may write anything; beyond that nothing. Kernels keep no state and may run on several
// goroutines. Nothing here checks its arguments: public functions of other
// packages check, kernels assume.
//
// Read first: [Args], [Lookup], [MaskedMove], [Rows]; registry.go for adding an
// implementation.
//
// Imports: libm for the portable kernels of its functions, internal/probe for arguments that guarded ones are compared
// at; github.com/klauspost/cpuid to describe the processor.
//
// # Files
//
//   - Kernels: kernel.go says what one is, and registry.go which implementations there are; register*.go joins machine
//     kernels, functions.go those of mathematical functions, cpu.go describes the processor, chain*.go lets kernels
//     follow one another. guard.go compares Go's own mathematics, fused.go finds kernels of two rows, and unbounded.go
//     has those that can be stopped. The kernels themselves are generated: *_gen*.go and *.s.
//   - Lanes of a bitmap: bitmap.go, move*.go, pack.go, and shift*.go for small numbers that are kept in a word; of a
//     list: compress.go.
//   - Lanes at indices of their own: gather*.go for elements, rows*.go for rows of one variable, clusters*.go of
//     several.
//   - Other shapes: transpose*.go between events and rows, widths*.go between bools or narrow numbers and those of 32
//     bits, dot*.go for inner products.
//   - Of all these, *_amd64.go calls the machine code that level*.go chooses, and *_portable.go stands where there is
//     none.
package simd
