// Command ulp measures the errors of package libm: the greatest distance from
// the true value, in units of the last place, over structured and random
// arguments.
//
//	go run ./internal/ulp                              every function, 10^6 arguments
//	go run ./internal/ulp -func Exp,LogF32 -n 1e9       some functions, many arguments
//	go run ./internal/ulp -all32 -kernels              all 2^32 arguments of the float32 functions
//	go run ./internal/ulp -ref                         package math instead of ours
//	go run ./internal/ulp -record                      appends the table to bench/results
//
// True values come from GNU MPFR through a small C program (mpfr/oracle.c),
// compiled when it is needed with the machine's C compiler and libmpfr-dev; it is
// no part of the product. Most arguments are judged with the C library's long
// double functions, which are good to some thousandths of an ulp, or for float32
// functions with its double ones, and those that look worst so far again with
// MPFR. Without a C compiler package highprec
// judges: fewer arguments, and the same answers.
//
// The test of the room is of two sizes. A plain go test takes some seconds with
// some thousand arguments a function and highprec; with -mpfr it draws 10^6 a
// function. Both fail where a stated bound is exceeded, or where a result for a
// special argument is not that of package math.
//
// Invariants: the functions are listed once, in table.go, each with its
// package math counterpart, its interesting arguments and its bound. An argument
// is drawn from the seed and its number alone, so a measurement can be repeated.
//
// Read first: table.go, then [measure] in measure.go and [distance] in ulp.go.
//
// Imports: libm, simd, simd/functions and internal/highprec.
//
// # Files
//
// main.go is the command. table.go lists the functions, arguments.go and worst.go have arguments, evaluate.go calls the
// functions for them and oracle.go asks for the true values; measure.go compares, in the units of ulp.go.
package main
