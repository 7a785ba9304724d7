package golang

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
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

// wrapped gives row.d in… in the arithmetic of a narrow type; narrow is empty
// for a type that has its own.
func (b *body) wrapped(narrow, row string, d program.Dtype, in ...program.Operand) program.Operand {
	x := b.op(row, d, in...)
	if narrow == "" || !leavesNarrow[row] {
		return x
	}
	return b.op(wraps[narrow], d, x)
}

// binary translates an operator with two operands.
func (b *body) binary(in *ssa.BinOp) {
	switch t := in.X.Type().Underlying().(type) {
	case *types.Basic:
		if _, ok := complexPart(t); ok {
			b.binaryComplex(in)
			return
		}
		if t.Info()&types.IsString != 0 {
			b.binaryText(in)
			return
		}
		b.binaryNumber(in, t)
	default:
		b.equal(in)
	}
}

func (b *body) binaryNumber(in *ssa.BinOp, t *types.Basic) {
	d, narrow := dtypeOf(t)
	if d == program.Invalid {
		b.fail("%s", whyNot(t))
	}
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
	b.defineNumber(b.wrapped(narrow, row, d, x, y))
}

// binaryText compares and joins strings that are known.
func (b *body) binaryText(in *ssa.BinOp) {
	x, y := b.atom(in.X), b.atom(in.Y)
	if in.Op == token.ADD {
		if x.known && y.known {
			b.define(value{textOf(x.text+y.text, true)})
		} else {
			b.define(value{textOf(x.text+y.text, false)})
		}
		return
	}
	if x.kind != text || y.kind != text || !x.known || !y.known {
		b.fail("%s", noStrings)
	}
	holds := constant.Compare(constant.MakeString(x.text), in.Op, constant.MakeString(y.text))
	b.defineNumber(truth(holds))
}

func truth(holds bool) program.Operand {
	if holds {
		return program.Lit(program.Bool, 1)
	}
	return program.Lit(program.Bool, 0)
}

// shiftCount returns a shift count as u64. A negative one faults.
func (b *body) shiftCount(v ssa.Value) program.Operand {
	t := v.Type().Underlying().(*types.Basic)
	d, _ := dtypeOf(t)
	o := b.scalar(v)
	switch {
	case o.IsLiteral() && !d.IsSigned():
		return program.Lit(program.U64, o.Bits)
	case d == program.U64:
		return o
	case d.IsSigned():
		return b.op("shiftcount", d, o)
	}
	return b.op("convert_u64", d, o)
}

// equal compares structs or arrays, all leaves and all their elements, and
// what refers with nil.
func (b *body) equal(in *ssa.BinOp) {
	l := b.layouts.of(in.X.Type())
	xs, ys := b.value(in.X), b.value(in.Y)
	all := truth(true)
	for i, lf := range l.leaves {
		x, y := xs[i], ys[i]
		var same program.Operand
		switch {
		case x.kind == number && y.kind == number && len(lf.shape) == 0:
			same = b.op("eq", lf.dtype, x.nums[0], y.nums[0])
		case x.kind == number && y.kind == number:
			o := b.tensorOp(program.TensorType{Dtype: program.Bool, Shape: lf.shape}, "eq", lf.dtype, b.shaped(x.nums[0], lf), b.shaped(y.nums[0], lf))
			for axes := len(lf.shape) - 1; axes >= 0; axes-- {
				o = b.tensorOp(program.TensorType{Dtype: program.Bool, Shape: lf.shape[:axes]}, "reduce_and", program.Bool, o)
			}
			same = o
		default:
			same = b.sameReference(x, y, lf.ref)
		}
		if i == 0 {
			all = same
		} else {
			all = b.op("and", program.Bool, all, same)
		}
	}
	if in.Op == token.NEQ {
		all = b.op("not", program.Bool, all)
	}
	b.defineNumber(all)
}

// alike gives two pointers that are compared one family or choice, if either is of
// such.
func (b *body) alike(x, y atom) (atom, atom) {
	if (x.reg.family != nil) != (y.reg.family != nil) {
		x, y = lifted(x, y)
	}
	if x.reg.kind != choiceRegion && y.reg.kind != choiceRegion {
		return x, y
	}
	p, q := chosen(x, y)
	return b.adapt(p, x), b.adapt(q, y)
}

// sameReference compares what refers.
func (b *body) sameReference(x, y atom, t types.Type) program.Operand {
	if x.kind == nothing {
		x, y = y, x
	}
	if x.kind == pointer && y.kind == pointer {
		x, y = b.alike(x, y)
	}
	switch {
	case y.kind == nothing && x.kind == slice:
		return b.op("lt", program.I64, x.nums[len(x.nums)-3], litI64(0))
	case y.kind == nothing && x.kind == pointer && (x.reg.family != nil || x.reg.nilable):
		return b.op("lt", program.I64, x.nums[0], litI64(0))
	case y.kind == nothing && (x.kind == nothing || x.kind == pointer || x.kind == function || x.kind == boxed || x.kind == mapping):
		return truth(x.kind == nothing)
	case x.kind == text && y.kind == text && x.known && y.known:
		return truth(x.text == y.text)
	case x.kind == pointer && y.kind == pointer && !x.pending && !y.pending:
		if x.reg.name != y.reg.name && (x.reg.copied() || y.reg.copied()) || x.reg.repeats || y.reg.repeats {
			b.fail("comparing pointers into what all lanes share is not available in batched code; compare what tells the elements apart")
		}
		if x.reg.name != y.reg.name || x.from != y.from || x.to != y.to || len(x.nums) != len(y.nums) {
			if !x.reg.mayBeNil() || !y.reg.mayBeNil() {
				return truth(false)
			}
			null := litI64(0)
			return b.op("and", program.Bool, b.op("lt", program.I64, x.nums[0], null), b.op("lt", program.I64, y.nums[0], null))
		}
		same := truth(true)
		for i := range x.nums {
			eq := truth(true)
			if x.nums[i] != y.nums[i] || isVarying(x.nums[i]) {
				eq = b.op("eq", program.I64, x.nums[i], y.nums[i])
			}
			same = b.op("and", program.Bool, same, eq)
		}
		return same
	}
	if x.kind == conflict {
		b.refuseKind(x, t)
	}
	if y.kind == conflict {
		b.refuseKind(y, t)
	}
	b.fail("comparing %s with %s is not available in batched code", x.describe(), y.describe())
	return program.Operand{}
}

// extremum translates the built-ins min and max.
func (b *body) extremum(in *ssa.Call, row string) {
	t, ok := in.Type().Underlying().(*types.Basic)
	d := program.Invalid
	if ok {
		d, _ = dtypeOf(t)
	}
	if d == program.Invalid {
		b.fail("%s takes numbers in batched code", row)
	}
	acc := b.scalar(in.Call.Args[0])
	for _, a := range in.Call.Args[1:] {
		acc = b.op(row, d, acc, b.scalar(a))
	}
	b.defineNumber(acc)
}

// convert translates a conversion between numbers.
func (b *body) convert(in *ssa.Convert) {
	from, ok1 := in.X.Type().Underlying().(*types.Basic)
	to, ok2 := in.Type().Underlying().(*types.Basic)
	if p, ok := in.Type().Underlying().(*types.Pointer); ok && ok1 && from.Kind() == types.UnsafePointer {
		b.reinterpret(in, p.Elem())
		return
	}
	if ok2 && to.Kind() == types.UnsafePointer {
		b.define(b.value(in.X))
		return
	}
	if ok1 && ok2 {
		if part, ok := complexPart(to); ok {
			b.convertComplex(in, part)
			return
		}
	}
	if !ok1 || !ok2 {
		b.value(in.X)
		if gotypes.IsString(in.X.Type()) || gotypes.IsString(in.Type()) {
			b.fail("conversion: %s", noStrings)
		}
		for _, t := range []types.Type{in.X.Type(), in.Type()} {
			if why := whyNot(t); why != "" {
				b.fail("conversion: %s", why)
			}
		}
		b.fail("conversion from %s to %s is not available in batched code", in.X.Type(), in.Type())
	}
	if a := b.atom(in.X); a.kind == text && gotypes.IsString(to) {
		b.define(value{a})
		return
	}
	for _, t := range []types.Type{from, to} {
		if d, _ := dtypeOf(t.(*types.Basic)); d == program.Invalid {
			b.fail("conversion: %s", whyNot(t))
		}
	}
	x := b.scalar(in.X)
	df, nf := dtypeOf(from)
	dt, nt := dtypeOf(to)
	if df == dt && (nt == "" || nt == nf || nt == "int16" && nf == "int8" || nt == "uint16" && nf == "uint8") {
		b.defineNumber(x)
		return
	}
	if df == program.F64 && dt == program.F32 {
		if o, ok := b.inFloat32(in); ok {
			b.defineNumber(o)
			return
		}
	}
	if nt != "" && df.IsFloat() {
		// Go on amd64 goes through int32 to all four narrow types.
		x, df = b.op("convert_i32", df, x), program.I32
	}
	if df != dt {
		x = b.op("convert_"+dt.String(), df, x)
	}
	if nt != "" {
		x = b.op(wraps[nt], dt, x)
	}
	b.defineNumber(x)
}

// reinterpret translates *(*T)(unsafe.Pointer(&x)) for numbers of one size: the
// address is of a copy with the bits of T. It is read only.
func (b *body) reinterpret(in *ssa.Convert, to types.Type) {
	a := b.atom(in.X)
	t, ok := to.Underlying().(*types.Basic)
	if a.kind != pointer || a.to != a.from+1 || !ok {
		b.fail("%s", noUintptr)
	}
	d, _ := dtypeOf(t)
	for _, r := range *in.Referrers() {
		if u, ok := r.(*ssa.UnOp); !ok || u.Op != token.MUL {
			if _, ok := r.(*ssa.DebugRef); !ok {
				b.fail("%s", noUintptr)
			}
		}
	}
	v := b.read(b.derefAtom(a, in.X))
	have := v[0].leaf.dtype
	if v[0].kind != number || len(v[0].leaf.shape) > 0 || have.Bits() != d.Bits() || v[0].leaf.goTyp != "" {
		b.fail("%s", noUintptr)
	}
	o := v[0].nums[0]
	if have != d {
		row := "bitcast_" + d.String()
		if !program.OpcodeFor(row, have).IsValid() {
			b.fail("%s", noUintptr)
		}
		o = b.op(row, have, o)
	}
	b.define(value{{kind: boxed, typ: to, parts: scalarOf(d, "", o)}})
}
