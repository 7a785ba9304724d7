// Package predeclared has what the language declares under names that a package may
// declare anew: type int float64, func len() int, var nil *Node. A generated wrapper in such a
// package imports it; others do not, and it is for nothing else.
//
// Invariants: each name means what it means in Go, with a capital letter.
//
// Imports: nothing.
package predeclared

// The predeclared types.
type (
	Any        = any
	Bool       = bool
	Byte       = byte
	Error      = error
	Complex64  = complex64
	Complex128 = complex128
	Float32    = float32
	Float64    = float64
	Int        = int
	Int8       = int8
	Int16      = int16
	Int32      = int32
	Int64      = int64
	Rune       = rune
	String     = string
	Uint       = uint
	Uint8      = uint8
	Uint16     = uint16
	Uint32     = uint32
	Uint64     = uint64
)

// The predeclared constants.
const (
	True  = true
	False = false
)

// Append is append of one element.
func Append[S ~[]T, T any](s S, v T) S { return append(s, v) }

// Clone is append(S(nil), s...).
func Clone[S ~[]T, T any](s S) S { return append(S(nil), s...) }

// Copy is copy.
func Copy[T any](to, from []T) int { return copy(to, from) }

// Len is len of a slice.
func Len[S ~[]T, T any](s S) int { return len(s) }

// Make is make([]T, n).
func Make[T any](n int) []T { return make([]T, n) }

// Zero is nil, for the types that have it.
func Zero[T any]() (none T) { return none }

// New is new(T).
func New[T any]() *T { return new(T) }

// Complex is complex as a complex128.
func Complex[F float32 | float64](re, im F) complex128 { return complex(float64(re), float64(im)) }

// Real is real as a float64.
func Real[C ~complex64 | ~complex128](z C) float64 { return real(complex128(z)) }

// Imag is imag as a float64.
func Imag[C ~complex64 | ~complex128](z C) float64 { return imag(complex128(z)) }
