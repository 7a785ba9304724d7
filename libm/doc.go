// Package libm has Lockstep's mathematical functions: one definition of each,
// which gives the same bits on every machine.
//
//	y := libm.Exp(x)     // float64
//	z := libm.ExpF32(w)  // float32
//
// It is for every float function that is not exact by nature (exp, sin, pow)
// and for what the vector kernels need beside it (integer division). It is not
// a replacement of package math, which has more functions. A definition is an
// ordinary Go function that the oracle and the portable kernels call, and that
// the kernel generator translates, statement by statement, to AVX2, AVX-512 and
// NEON. Programs may call the functions too: a batch compiled with -math=ours
// gives exactly what they give.
//
// Exp is the function of float64 and ExpF32 that of float32. Where an ulp is
// within reach in float32, a float32 function computes in that: in twice as many
// lanes. The others compute in float64 and are all but correctly rounded.
//
// # Internals
//
// Invariants. The definitions keep to the subset of Go below; a test checks it.
// Special values are those of package math. Every stated error bound is
// measured by a test. No function panics or runs long for any argument.
//
// The subset. A definition computes from its parameters to its results in a
// straight line, or in rounds that all lanes have together, so that lanes can run it side
// by side:
//
//   - Types: within one function either 64-bit (float64, int64, uint64) or
//     32-bit (float32, int32, uint32), and bool. A float32 function may
//     compute in float64: float64(x) of its argument first, float32(y) last.
//   - Statements: := and =, also of several results of one call and with an
//     operator (+=), and local constants; "if c { … }" without else, whose body
//     assigns variables declared before it; one return at the end. An if costs its
//     body for all lanes when any lane needs it, and a jump when none does: it is
//     for rare cases. For common choices there is sel. "for c { … }", also with a
//     statement before and one behind the condition, and i++: all lanes have a round as
//     long as any lane needs one, which changes variables in the lanes that need it. The
//     definition must bound the rounds for all arguments, since lanes hold junk; what a
//     round computes in a lane that does not need it must end too, and is dropped.
//   - Operators: + - / on floats, and a product only as float64(x*y) or
//     float32(x*y): the language lets compilers fuse a bare product into a
//     sum, also across statements, and conversions forbid it. Fusing on purpose is
//     called fma, or fma32. On integers + - * & | ^ &^ << >>; comparisons; && || ! on
//     bools (both sides are computed).
//   - Calls: the functions of intrinsics.go, conversions, and other functions
//     of this package, which are inlined.
//   - Constants of any kind, and tables: t[i&m] of a package-level array of
//     numbers of the function's width, of 2ⁿ elements, with the constant m = 2ⁿ-1.
//
// Conversions between floats and 64-bit integers are slow before AVX-512; the
// definitions add 0x1.8p52 and look at the bits instead.
//
// Read first: intrinsics.go, then any function.
//
// Imports: nothing of ours.
//
// # Files
//
//   - A file has a function, or some that go together, and *_f32.go its twin in float32: exp.go, expm1.go, log.go,
//     log1p.go, pow.go; sincos.go and tan.go with reduce.go for large angles; asin.go, atan.go, hyperbolic.go,
//     inverse_hyperbolic.go; root.go, erf.go, gamma.go.
//   - Exact: exponent.go (Frexp, Ldexp), mod.go, fma.go.
//   - Parts: intrinsics.go; inner_f32.go for float32 functions that compute in float64. Command coeff writes the
//     numbers of all, coeff_*_gen.go.
package libm
