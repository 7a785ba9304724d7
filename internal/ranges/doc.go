// Package ranges says which numbers an integer can be: the numbers from one to another in steps of a
// stride, what operations of the op table make of them, what a comparison says of its operands, and
// whether an operation on them can fault; and the same of floats, with whether they can be NaN. It
// is the one kit of all analyses that ask so; it knows nothing of how a program is represented, and
// finds nothing itself.
//
// Invariants. A result has every number that the operation can give for operands of the given
// ranges, and may have more; nothing is wider than its type. An operation that does not follow is
// taken to give anything. Numbers of u64 are those of i64 with the same bits, so that one type
// holds all.
//
// Read first: [Range]; [Result]; [Assume]; [Float] and [FloatResult].
//
// Imports: program and program/optab.
//
// # Files
//
// Integers: range.go is their ranges, result.go what operations make of them. Floats: float.go, float_result.go.
// Comparisons of both: assume.go.
package ranges
