package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// rows names the operations of the operators that have the same meaning for
// all types they take. Division and shifts are apart.
var rows = map[token.Token]string{
	token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.REM: "rem",
	token.AND: "and", token.OR: "or", token.XOR: "xor", token.AND_NOT: "andnot",
	token.EQL: "eq", token.NEQ: "ne",
	token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge",
}

// wraps names the operations that bring a result back into a narrow integer
// type.
var wraps = map[string]string{"int8": "sext8", "int16": "sext16", "uint8": "zext8", "uint16": "zext16"}

// leaves are the operations whose result may leave a narrow type. The others
// cannot: and, or, xor and andnot of numbers extended from n bits are extended
// from n bits, and so are remainders and shifts to the right.
var leavesNarrow = map[string]bool{"add": true, "sub": true, "mul": true, "div": true, "neg": true, "not": true, "shl": true}

// wrapped emits dst = row.d in… in the arithmetic of a narrow type; narrow is
// empty for a type that has its own.
func (b *body) wrapped(dst, narrow, row string, d program.Dtype, in ...program.Operand) {
	if narrow == "" || !leavesNarrow[row] {
		b.set(dst, row, d, in...)
		return
	}
	b.set(dst, wraps[narrow], d, b.tmp(row, d, in...))
}

// binary translates an operator with two operands.
func (b *body) binary(in *ssa.BinOp) {
	switch in.X.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		b.equal(in)
		return
	}
	t, ok := in.X.Type().Underlying().(*types.Basic)
	if !ok || whyNot(t) != "" {
		b.fail("%s %s %s is not available in batched code", in.X.Type(), in.Op, in.Y.Type())
	}
	d, narrow := dtypeOf(t)
	x := b.scalar(in.X)
	var y program.Operand
	row := rows[in.Op]
	switch in.Op {
	case token.SHL, token.SHR:
		y = b.shiftCount(in.Y)
		row = "shl"
		if in.Op == token.SHR {
			row = "shr"
		}
	case token.QUO:
		y = b.scalar(in.Y)
		row = "div"
		if d.IsFloat() {
			row = "quo"
		}
	default:
		y = b.scalar(in.Y)
	}
	b.wrapped(b.define(in)[0], narrow, row, d, x, y)
}

// shiftCount returns a shift count as u64. A negative one faults.
func (b *body) shiftCount(v ssa.Value) program.Operand {
	t := v.Type().Underlying().(*types.Basic)
	d, _ := dtypeOf(t)
	o := b.scalar(v)
	switch {
	case o.IsLiteral():
		// A constant count is not negative; its bits in a signed type of 32 bits
		// are those of the number.
		return program.Lit(program.U64, o.Bits)
	case d == program.U64:
		return o
	case d.IsSigned():
		return b.tmp("shiftcount", d, o)
	}
	return b.tmp("convert_u64", d, o)
}

// equal compares structs or arrays: all leaves, and all their elements.
func (b *body) equal(in *ssa.BinOp) {
	l := b.layouts.of(in.X.Type())
	xs, ys := b.value(in.X), b.value(in.Y)
	dst := b.define(in)[0]
	all := program.Lit(program.Bool, 1)
	for i, lf := range l.leaves {
		x, y := b.shaped(xs[i], lf), b.shaped(ys[i], lf)
		name := b.temp(program.Bool, lf.shape)
		b.set(name, "eq", lf.dtype, x, y)
		for axes := len(lf.shape) - 1; axes >= 0; axes-- {
			next := b.temp(program.Bool, lf.shape[:axes])
			b.set(next, "reduce_and", program.Bool, program.Ref(name))
			name = next
		}
		if i == 0 {
			all = program.Ref(name)
		} else {
			all = b.tmp("and", program.Bool, all, program.Ref(name))
		}
	}
	if in.Op == token.NEQ {
		b.set(dst, "not", program.Bool, all)
		return
	}
	b.copy([]string{dst}, []program.Operand{all})
}

// extremum translates the built-ins min and max.
func (b *body) extremum(in *ssa.Call, row string) {
	t, ok := in.Type().Underlying().(*types.Basic)
	if !ok || whyNot(t) != "" {
		b.fail("%s takes numbers in batched code", row)
	}
	d, _ := dtypeOf(t)
	args := in.Call.Args
	acc := b.scalar(args[0])
	for i, a := range args[1:] {
		o := b.scalar(a)
		if i == len(args)-2 {
			b.set(b.define(in)[0], row, d, acc, o)
			return
		}
		acc = b.tmp(row, d, acc, o)
	}
	b.vals[in] = []program.Operand{acc}
}

// convert translates a conversion between numbers.
func (b *body) convert(in *ssa.Convert) {
	from, ok1 := in.X.Type().Underlying().(*types.Basic)
	to, ok2 := in.Type().Underlying().(*types.Basic)
	if !ok1 || !ok2 {
		b.fail("conversion from %s to %s is not available in batched code", in.X.Type(), in.Type())
	}
	for _, t := range []types.Type{from, to} {
		if why := whyNot(t); why != "" {
			b.fail("conversion: %s", why)
		}
	}
	x := b.scalar(in.X)
	df, nf := dtypeOf(from)
	dt, nt := dtypeOf(to)
	if df == dt && (nt == "" || nt == nf || nt == "int16" && nf == "int8" || nt == "uint16" && nf == "uint8") {
		b.vals[in] = []program.Operand{x}
		return
	}
	if df == program.F64 && dt == program.F32 && b.inFloat32(in) {
		return
	}
	if nt != "" && df.IsFloat() {
		// Go on amd64 goes through int32 to all four narrow types.
		x, df = b.tmp("convert_i32", df, x), program.I32
	}
	dst := b.define(in)[0]
	row := "convert_" + dt.String()
	switch {
	case nt == "":
		b.set(dst, row, df, x)
	case df == dt:
		b.set(dst, wraps[nt], dt, x)
	default:
		b.set(dst, wraps[nt], dt, b.tmp(row, df, x))
	}
}
