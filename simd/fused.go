package simd

import (
	"fmt"
	"strings"
)

// Fused returns a kernel that does two rows in one pass, or the zero Kernel if
// there is none. Both rows must be of one type, the first of two operands, the
// second of one or two. position tells which operand of the second is the
// result of the first:
//
//	0   Dst[i] = second(first(X[i], Y[i]), Z[i])
//	1   Dst[i] = second(Z[i], first(X[i], Y[i]))
//
// Z is not looked at if the second has one operand. The result has the bits
// that the two kernels give, one after the other: a product and a sum are
// rounded both. What exists are sums, differences, products and quotients in
// any combination, and comparisons of sums, differences and products with
// something; the list is codegen/fused.go. Dst may be any operand of
// the same element size, as in [Args].
//
// There are fused kernels in machine code only. A caller asks once and keeps
// the answer, or calls the two kernels where it is zero.
func Fused(first, second string, position int) Kernel {
	if k := Lookup(fmt.Sprintf("%s(%s)", second, first)); position == 0 && !k.IsZero() {
		return k
	}
	if position == 0 {
		return Lookup(fmt.Sprintf("%s(%s,z)", second, first))
	}
	return Lookup(fmt.Sprintf("%s(z,%s)", second, first))
}

// Conditional returns a kernel that changes a number where a condition is as
// when says, or the zero Kernel if there is none:
//
//	Dst[i] = Z[i]
//	if X[i] == when { Dst[i] = op(Z[i], Y[i]) }
//
// X is a bitmap. There are such kernels of sums, differences and products, in
// machine code only.
func Conditional(op string, when bool) Kernel { return Lookup(conditionalName(op, when)) }

func conditionalName(op string, when bool) string {
	_, typ, _ := strings.Cut(op, ".")
	if when {
		return fmt.Sprintf("select.%s(x,%s(z,y),z)", typ, op)
	}
	return fmt.Sprintf("select.%s(x,z,%s(z,y))", typ, op)
}
