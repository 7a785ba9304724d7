package main

import (
	"math"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// A reference gives package math's result for one element: x, and y or n for two operands. Rows of
// integers have the second result.
type reference func(x, y float64, n int64) (float64, int64)

// references are those of rows whose results have no error. Their portable code is not package
// math either, so it is compared as well.
var references = map[string]reference{
	"mod":        func(x, y float64, _ int64) (float64, int64) { return math.Mod(x, y), 0 },
	"remainder":  func(x, y float64, _ int64) (float64, int64) { return math.Remainder(x, y), 0 },
	"logb":       func(x, _ float64, _ int64) (float64, int64) { return math.Logb(x), 0 },
	"ilogb":      func(x, _ float64, _ int64) (float64, int64) { return 0, int64(math.Ilogb(x)) },
	"frexp_frac": func(x, _ float64, _ int64) (float64, int64) { f, _ := math.Frexp(x); return f, 0 },
	"frexp_exp":  func(x, _ float64, _ int64) (float64, int64) { _, e := math.Frexp(x); return 0, int64(e) },
	"ldexp":      func(x, _ float64, n int64) (float64, int64) { return math.Ldexp(x, int(n)), 0 },
}

// fill writes the reference's results for the block's first n arguments.
func (r reference) fill(b *block, n int) {
	for i := range n {
		var y float64
		var order int64
		if last := len(b.in) - 1; last > 0 && b.in[last] == optab.I64 {
			order = int64(b.operands[last][i])
		} else if last > 0 {
			y = b.float(last, i)
		}
		value, integer := r(b.float(0, i), y, order)
		switch p := unsafe.Pointer(&b.want[0]); b.out {
		case optab.F64:
			unsafe.Slice((*float64)(p), size)[i] = value
		case optab.F32:
			unsafe.Slice((*float32)(p), size)[i] = float32(value)
		default:
			b.want[i] = uint64(integer)
		}
	}
}

// float returns the i-th element of a column of floats.
func (b *block) float(k, i int) float64 {
	p := unsafe.Pointer(&b.operands[k][0])
	if b.in[k] == optab.F32 {
		return float64(unsafe.Slice((*float32)(p), size)[i])
	}
	return unsafe.Slice((*float64)(p), size)[i]
}
