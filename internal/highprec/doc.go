// Package highprec has the elementary functions and a few special ones over
// math/big floats, to any precision.
//
// It is the judge of package libm and the source of its coefficients: what the
// coefficient tool approximates and what the error harness compares with. It is
// simple before it is fast (a call takes microseconds to milliseconds), it has
// no special values, and nothing of the product imports it.
//
// Invariants. The precision travels with the argument: a result has the
// precision p of the (more precise) argument and a relative error of a few
// 2^-p at most, also near the function's zeros; inside, every function works
// with more bits. Arguments are finite numbers of the function's domain; others
// panic. Results are new numbers and arguments are never changed. Exponents
// beyond those of float64 are fine, but the exponential functions panic past
// arguments of 2^40.
//
// Read first: [Float], then [Exp] and [Log], then the series in series.go.
//
// Imports: nothing of ours.
//
// # Files
//
//   - Numbers: float.go has them as operands, const.go the constants, series.go sums that end when nothing changes.
//   - Functions: exp.go, log.go, root.go, trig.go, erf.go, gamma.go.
package highprec
