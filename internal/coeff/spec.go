package main

import (
	"math/big"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// A family is the numbers of some functions: one file of specifications here,
// one generated file in package libm.
type family struct {
	name  string // "exp" gives libm/coeff_exp_gen.go
	slow  bool   // takes more than seconds: its test runs under -slow only
	items []item
}

// An item is one entry of a family: a [poly], [pieces], a [split], a [table] or
// [words].
type item interface {
	// write computes the numbers and appends their declarations.
	write(w *writer) error
}

// A poly asks for the polynomial that approximates f best over an interval. The
// coefficient of xⁿ becomes the constant <name>n, and of a pair also <name>nLo.
type poly struct {
	name string
	// doc says in a phrase what f is, in the terms of the function that uses
	// it: "(e^r - 1 - r)/r²".
	doc string
	f   highprec.Func
	// The interval of the variable, zero at an end or inside included; f is not
	// called with zero.
	from, to float64
	// The powers of the variable, ascending: see the function powers. For odd
	// and for even ones the interval must be on one side of zero.
	powers []int
	// fixed has coefficients that are given instead of fitted, by power.
	fixed map[int]float64
	// pairs has the powers whose coefficients are written as a sum of two.
	pairs []int
	// weight says what error is made small; nil means relative.
	weight weight
	// single makes the coefficients float32s.
	single bool
}

// pieces asks for polynomials of one form over several intervals: the
// coefficients of xⁿ are the table <name>n, indexed by the piece.
type pieces struct {
	name, doc string
	n         int
	// piece returns the interval of a piece and what to approximate there.
	piece  func(i int) (f highprec.Func, from, to float64)
	powers []int
	// fixed returns a piece's given coefficients, if there are any.
	fixed  func(i int) map[int]float64
	pairs  []int
	weight weight
	single bool
}

// A split asks for a number as a sum of floats of decreasing size. One part
// becomes the constant <name>, two <name>Hi and <name>Lo, more <name>1, <name>2 …
type split struct {
	name, doc string
	value     func(prec uint) *big.Float
	// parts has the size of each part in significant bits: 53 and 24 are whole
	// floats, and fewer leave zeros at the end, so that products with small
	// integers are exact.
	parts  []int
	single bool
}

// A table asks for n numbers as arrays, of the parts and the names of a split.
type table struct {
	name, doc string
	n         int
	value     func(i int) *big.Float // of precision fitPrec at best
	parts     []int
	single    bool
}

// words asks for a table of integers, such as the bits of a number.
type words struct {
	name, doc string
	n         int
	value     func(i int) uint64
	// single makes them uint32s.
	single bool
}

// A weight returns the positive factor of the error at x, where f(x) = y.
type weight func(x, y *big.Float) *big.Float

// relative weighs errors by 1/|f|.
func relative(x, y *big.Float) *big.Float {
	return highprec.Quo(highprec.New(1, fitPrec), highprec.Abs(y))
}

// absolute weighs all errors alike.
func absolute(x, y *big.Float) *big.Float { return highprec.New(1, fitPrec) }

// against weighs errors by 1/|g(x)|: where the polynomial is a small part of a
// result of the size of g.
func against(g highprec.Func) weight {
	return func(x, y *big.Float) *big.Float { return relative(x, g(x)) }
}

// powers returns first, first+step, … up to last.
func powers(first, step, last int) []int {
	var list []int
	for n := first; n <= last; n += step {
		list = append(list, n)
	}
	return list
}

// num returns a float64 with the precision of fits, for formulas.
func num(x float64) *big.Float { return highprec.New(x, fitPrec) }

// families is every family.
var families = []family{expFamily, logFamily, trigFamily, specialFamily, f32Family}
