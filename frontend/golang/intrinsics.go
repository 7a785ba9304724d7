package golang

import (
	"math"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// intrinsicCall is the operands of a call of a function that is an operation,
// or a few of them.
type intrinsicCall struct{ in []program.Operand }

// intrinsicFunc gives the results of such a call.
type intrinsicFunc func(*coder, *intrinsicCall) []program.Operand

func one(o program.Operand) []program.Operand { return []program.Operand{o} }

var intrinsics = map[string]intrinsicFunc{}

// row makes an intrinsic of one operation with the arguments in order.
func row(name string, d program.Dtype) intrinsicFunc {
	return func(b *coder, c *intrinsicCall) []program.Operand { return one(b.op(b.mathRow(name), d, c.in...)) }
}

// swapped makes an intrinsic of one operation that takes the two arguments the
// other way round.
func swapped(name string, d program.Dtype) intrinsicFunc {
	return func(b *coder, c *intrinsicCall) []program.Operand { return one(b.op(name, d, c.in[1], c.in[0])) }
}

// pair makes an intrinsic of two operations with the same argument.
func pair(first, second string, d program.Dtype) intrinsicFunc {
	return func(b *coder, c *intrinsicCall) []program.Operand {
		return []program.Operand{b.op(b.mathRow(first), d, c.in...), b.op(b.mathRow(second), d, c.in...)}
	}
}

// mathRows names the operation of each function of package math that is one of
// its arguments in order.
var mathRows = map[string]string{
	"Abs": "abs", "Acos": "acos", "Acosh": "acosh", "Asin": "asin", "Asinh": "asinh", "Atan": "atan", "Atan2": "atan2",
	"Atanh": "atanh", "Cbrt": "cbrt", "Ceil": "ceil", "Copysign": "copysign", "Cos": "cos", "Cosh": "cosh",
	"Dim": "dim",
	"Erf": "erf", "Erfc": "erfc", "Erfcinv": "erfcinv", "Erfinv": "erfinv", "Exp": "exp", "Exp2": "exp2",
	"Expm1": "expm1",
	"FMA":   "fma", "Float64bits": "bitcast_u64", "Floor": "floor", "Gamma": "gamma", "Hypot": "hypot",
	"Ilogb": "ilogb",
	"J0":    "j0", "J1": "j1", "Ldexp": "ldexp", "Log": "log", "Log10": "log10", "Log1p": "log1p", "Log2": "log2",
	"Logb": "logb",
	"Max":  "fmax", "Min": "fmin", "Mod": "mod", "Nextafter": "nextafter", "Pow": "pow", "Remainder": "remainder",
	"Round":       "round",
	"RoundToEven": "roundtoeven", "Sin": "sin", "Sinh": "sinh", "Sqrt": "sqrt", "Tan": "tan", "Tanh": "tanh",
	"Trunc": "trunc",
	"Y0":    "y0", "Y1": "y1",
}

// mathPairs names the two operations of each function of package math with two
// results.
var mathPairs = map[string][2]string{
	"Frexp": {"frexp_frac", "frexp_exp"}, "Lgamma": {"lgamma", "lgamma_sign"},
	"Modf": {"modf_int", "modf_frac"}, "Sincos": {"sincos_sin", "sincos_cos"},
}

func init() {
	f64 := program.F64
	for name, r := range mathRows {
		intrinsics["math."+name] = row(r, f64)
	}
	for name, r := range mathPairs {
		intrinsics["math."+name] = pair(r[0], r[1], f64)
	}
	for name, f := range map[string]intrinsicFunc{
		"Float32bits": row("bitcast_u32", program.F32), "Float32frombits": row("bitcast_f32", program.U32),
		"Float64frombits": row("bitcast_f64", program.U64), "Nextafter32": row("nextafter", program.F32),
		"Pow10": row("pow10", program.I64),
		"Jn":    swapped("jn", f64), "Yn": swapped("yn", f64),
		"Inf": inf, "IsInf": isInf, "IsNaN": isNaN, "NaN": nan, "Signbit": signbit,
	} {
		intrinsics["math."+name] = f
	}
}

func litF64(x float64) program.Operand { return program.Lit(program.F64, math.Float64bits(x)) }
func litU64(x uint64) program.Operand  { return program.Lit(program.U64, x) }

func nan(*coder, *intrinsicCall) []program.Operand { return one(litF64(math.NaN())) }

func inf(b *coder, c *intrinsicCall) []program.Operand {
	positive := b.op("ge", program.I64, c.in[0], known.Int64(0))
	return one(b.op("select", program.F64, positive, litF64(math.Inf(1)), litF64(math.Inf(-1))))
}

func isNaN(b *coder, c *intrinsicCall) []program.Operand {
	return one(b.op("ne", program.F64, c.in[0], c.in[0]))
}

// isInf compares with both infinities as the sign asks for.
func isInf(b *coder, c *intrinsicCall) []program.Operand {
	x, sign := c.in[0], c.in[1]
	if sign.IsLiteral() && sign.Bits != 0 {
		return one(b.op("eq", program.F64, x, litF64(math.Inf(int(int64(sign.Bits))))))
	}
	above := b.op("eq", program.F64, x, litF64(math.Inf(1)))
	below := b.op("eq", program.F64, x, litF64(math.Inf(-1)))
	if !sign.IsLiteral() {
		above = b.op("and", program.Bool, above, b.op("ge", program.I64, sign, known.Int64(0)))
		below = b.op("and", program.Bool, below, b.op("le", program.I64, sign, known.Int64(0)))
	}
	return one(b.op("or", program.Bool, above, below))
}

func signbit(b *coder, c *intrinsicCall) []program.Operand {
	top := b.op("shr", program.U64, b.op("bitcast_u64", program.F64, c.in[0]), litU64(63))
	return one(b.op("ne", program.U64, top, litU64(0)))
}

func inf64() program.Operand { return litF64(math.Inf(1)) }
