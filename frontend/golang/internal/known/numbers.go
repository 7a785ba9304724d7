package known

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// The numbers inside an atom are operands of the program: a literal is a constant,
// the name of a uniform is one value for all lanes, and any other name varies from
// lane to lane. While an instance is analysed all varying numbers have one name; while
// it is emitted they have variables.

// varyingName is the name of any number that differs from lane to lane during
// analysis. What is at most some number has that, as an i64, where a literal has its
// value.
const varyingName = "?"

// Varying is any number that differs from lane to lane.
func Varying() program.Operand { return program.Ref(varyingName) }

// IsVarying reports whether a number differs from lane to lane.
func IsVarying(o program.Operand) bool { return o.Name == varyingName }

// AtMost is a varying i64 of at most n. Limits give memory a size whose length
// lanes bring.
func AtMost(n int64) program.Operand {
	return program.Operand{Name: varyingName, Dtype: program.I64, Bits: uint64(n)}
}

// Limit returns what an i64 operand is at most, if that is known.
func Limit(o program.Operand) (int64, bool) {
	if o.IsLiteral() || IsVarying(o) && o != Varying() {
		return int64(o.Bits), true
	}
	return 0, false
}

// Limited gives the result of an operation on i64 operands of which one varies.
// What has a limit is not far below zero either, so that nothing wraps around.
func Limited(row string, d program.Dtype, in []program.Operand) program.Operand {
	if d != program.I64 || len(in) != 2 {
		return Varying()
	}
	x, okx := Limit(in[0])
	y, oky := Limit(in[1])
	if row == "mul" && in[0].IsLiteral() {
		in = []program.Operand{in[1], in[0]}
		x, okx, y, oky = y, oky, x, okx
	}
	const most = program.MaxElements
	small := func(n int64) bool { return -most <= n && n <= most }
	switch {
	case row == "and" && (in[0].IsLiteral() && x >= 0 || in[1].IsLiteral() && y >= 0):
		if in[1].IsLiteral() {
			x = y
		}
		return AtMost(x)
	case row == "rem" && in[1].IsLiteral() && y > 0 && small(y): // not below -y
		return AtMost(y - 1)
	case row == "min" && okx && oky:
		return AtMost(min(x, y))
	case row == "add" && okx && oky && small(x) && small(y):
		return AtMost(x + y)
	case row == "sub" && okx && in[1].IsLiteral() && small(x) && small(y):
		return AtMost(x - y)
	case row == "mul" && okx && in[1].IsLiteral() && x >= 0 && y >= 0 && small(x) && small(y) && small(x*y):
		return AtMost(x * y)
	case row == "div" && okx && in[1].IsLiteral() && x >= 0 && y > 0:
		return AtMost(x / y)
	case strings.HasPrefix(row, "check") && row != "checkwide":
		switch {
		case oky && (!okx || y < x):
			return AtMost(y)
		case okx:
			return AtMost(x)
		}
	}
	return Varying()
}

func joinNumbers(a, b program.Operand) program.Operand {
	switch {
	case a == b:
		return a
	case keepsLimit(a, b):
		return a
	case keepsLimit(b, a):
		return b
	case a.IsLiteral() && b.IsLiteral() && a.Dtype == program.I64 && b.Dtype == program.I64:
		x, y := int64(a.Bits), int64(b.Bits)
		if -program.MaxElements <= min(x, y) && max(x, y) <= program.MaxElements {
			return AtMost(max(x, y)) // in a loop, the next round shows whether that holds
		}
	}
	return Varying()
}

// keepsLimit reports whether a has a limit that holds for the constant b. In a
// loop a number is the constant of the first round before it has a limit.
func keepsLimit(a, b program.Operand) bool {
	if a.IsLiteral() || !b.IsLiteral() {
		return false
	}
	n, known := Limit(a)
	k := int64(b.Bits)
	return known && -program.MaxElements <= k && k <= n
}

// AppendOperandKey appends what tells a number apart from others.
func AppendOperandKey(key []byte, o program.Operand) []byte {
	most, bounded := Limit(o)
	switch {
	case o.IsLiteral():
		key = append(key, 'l', byte(o.Dtype))
	case bounded:
		return binary.AppendVarint(append(key, 'm'), most)
	default:
		return AppendString(append(key, 'n'), o.Name)
	}
	return binary.LittleEndian.AppendUint64(key, o.Bits)
}

// numberName is how the log calls what is not a literal: "?16" is at most 16.
func numberName(o program.Operand) string {
	if most, bounded := Limit(o); bounded {
		return o.Name + strconv.FormatInt(most, 10)
	}
	return o.Name
}

// Int64 is a constant.
func Int64(x int64) program.Operand { return program.Lit(program.I64, uint64(x)) }
