package builder

import "github.com/lockstep-simt/lockstep/program"

// The operations that are written most. Every other one is [Func.Op]'s.

// op applies an operation to v and the given operands, in the body that is
// being built.
func (v Value) op(name string, args ...any) Value {
	if !v.valid() {
		return Value{}
	}
	if v.b.cur == nil {
		v.b.errorf("%s outside a body", name)
		return Value{}
	}
	return v.b.cur.apply(name, nil, append([]any{v}, args...))
}

// Add returns the sum of v and x; integers wrap.
func (v Value) Add(x any) Value { return v.op("add", x) }

// Sub returns v minus x; integers wrap.
func (v Value) Sub(x any) Value { return v.op("sub", x) }

// Mul returns the product of v and x; integers wrap.
func (v Value) Mul(x any) Value { return v.op("mul", x) }

// Rem returns the remainder of v divided by x; the lane faults if x is zero.
func (v Value) Rem(x any) Value { return v.op("rem", x) }

// Min returns the smaller of v and x.
func (v Value) Min(x any) Value { return v.op("min", x) }

// Max returns the larger of v and x.
func (v Value) Max(x any) Value { return v.op("max", x) }

// And returns the bits set in both v and x.
func (v Value) And(x any) Value { return v.op("and", x) }

// Or returns the bits set in v or x.
func (v Value) Or(x any) Value { return v.op("or", x) }

// Xor returns the bits set in one of v and x.
func (v Value) Xor(x any) Value { return v.op("xor", x) }

// Shl returns v shifted left by n bits, a u64.
func (v Value) Shl(n any) Value { return v.op("shl", n) }

// Shr returns v shifted right by n bits, a u64.
func (v Value) Shr(n any) Value { return v.op("shr", n) }

// Pow returns v to the power x.
func (v Value) Pow(x any) Value { return v.op("pow", x) }

// Eq returns whether v equals x.
func (v Value) Eq(x any) Value { return v.op("eq", x) }

// Ne returns whether v differs from x.
func (v Value) Ne(x any) Value { return v.op("ne", x) }

// Lt returns whether v is below x.
func (v Value) Lt(x any) Value { return v.op("lt", x) }

// Le returns whether v is at most x.
func (v Value) Le(x any) Value { return v.op("le", x) }

// Gt returns whether v is above x.
func (v Value) Gt(x any) Value { return v.op("gt", x) }

// Ge returns whether v is at least x.
func (v Value) Ge(x any) Value { return v.op("ge", x) }

// Dot returns the inner product of v and x over their last axes.
func (v Value) Dot(x any) Value { return v.op("dot", x) }

// MatVec returns the uniform matrix v times the vector x.
func (v Value) MatVec(x any) Value { return v.op("matvec", x) }

// Neg returns v with its sign flipped.
func (v Value) Neg() Value { return v.op("neg") }

// Abs returns the magnitude of v.
func (v Value) Abs() Value { return v.op("abs") }

// Not returns v with every bit flipped.
func (v Value) Not() Value { return v.op("not") }

// Sqrt returns the square root of v.
func (v Value) Sqrt() Value { return v.op("sqrt") }

// Floor returns v rounded down.
func (v Value) Floor() Value { return v.op("floor") }

// Ceil returns v rounded up.
func (v Value) Ceil() Value { return v.op("ceil") }

// Exp returns e to the power v.
func (v Value) Exp() Value { return v.op("exp") }

// Log returns the natural logarithm of v.
func (v Value) Log() Value { return v.op("log") }

// Sin returns the sine of v radians.
func (v Value) Sin() Value { return v.op("sin") }

// Cos returns the cosine of v radians.
func (v Value) Cos() Value { return v.op("cos") }

// Sum returns the sum of v's last axis.
func (v Value) Sum() Value { return v.op("reduce_add") }

// Div returns v divided by x: as IEEE 754 says for floats; for integers
// truncated, and the lane faults if x is zero.
func (v Value) Div(x any) Value {
	if v.dtype().IsFloat() {
		return v.op("quo", x)
	}
	return v.op("div", x)
}

// FMA returns v*y + z with one rounding.
func (v Value) FMA(y, z any) Value { return v.op("fma", y, z) }

// Select returns x where the bool v holds and y elsewhere. Both are computed.
// One of them at least is a Value.
func (v Value) Select(x, y any) Value { return v.op("select", x, y) }

// Convert returns v as element type d, as Go converts it.
func (v Value) Convert(d program.Dtype) Value {
	if v.dtype() == d {
		return v
	}
	return v.op("convert_" + d.String())
}

// Index returns the element or sub-array of v at leading indices. The lane
// faults if one is out of range.
func (v Value) Index(i ...any) Value { return v.op("index", i...) }

// Insert returns v with the element or sub-array at leading indices replaced.
func (v Value) Insert(x any, i ...any) Value {
	return v.op("insert", append([]any{x}, i...)...)
}

// Reshape returns the elements of v under another shape.
func (v Value) Reshape(shape ...int) Value {
	if !v.valid() || v.b.cur == nil {
		return v.op("reshape")
	}
	return v.b.cur.apply("reshape", shape, []any{v})
}
