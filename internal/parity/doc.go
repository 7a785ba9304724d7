// Command parity compares the machine code of package math's functions, as it is
// made from packages internal/gomath and libm, with package math, bit for bit:
//
//	go run ./internal/parity                     every function, 10^7 arguments
//	go run ./internal/parity -n 1e9 Exp Pow      two functions, many arguments
//	go run ./internal/parity -all32              every float32 as argument
//
// It prints a table, which is Markdown, and fails if any result differs. Its test is the
// same with fewer arguments.
//
// The arguments are those of package internal/probe, with which every process compares
// the code before it uses it, and random ones: of any bits, of the size that the function
// is used for, and near the places where it takes another way; random orders of Bessel functions are
// from -500 to 499, and a few up to what kernels have. Functions with exact results (Mod, Remainder,
// Frexp, Ldexp, Logb, Ilogb) are compared too, their portable code as well.
//
// Invariants: an argument depends on the seed and its number alone. What is compared is
// the kernels, one by one, whether or not a process would use them.
//
// Read first: [compare] in compare.go.
//
// Imports: internal/probe, program/optab, simd, simd/functions.
//
// # Files
//
// main.go is the command, subject.go what is compared, at the arguments of arguments.go; compare.go does it, and
// exact.go has the functions with exact results.
package main
