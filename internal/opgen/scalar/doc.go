// Package scalar holds the functions that the op table's expressions may call
// beside Go's own: fma, mulhi, bitsOf and the like.
//
// It is a template and not a library. Package opgen copies scalar.go into
// packages program and simd, which each need the functions where the compiler can
// inline them; here they are compiled and
// tested once. Nothing imports this package.
//
// Invariants: every function is total (no argument makes it panic), because kernels compute lanes whose operands are
// junk; its result depends on its arguments alone, so the bits are the same on every machine.
//
// Read first: scalar.go; no function is more than a few lines.
//
// Imports: libm.
package scalar
