package golang

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
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
var wraps = map[program.GoType]string{program.GoInt8: "sext8", program.GoInt16: "sext16", program.GoUint8: "zext8",
	program.GoUint16: "zext16"}

// leavesNarrow has the operations whose result may leave a narrow type. The others
// cannot: and, or, xor and andnot of numbers extended from n bits are extended
// from n bits, and so are remainders and shifts to the right.
var leavesNarrow = map[string]bool{"add": true, "sub": true, "mul": true, "div": true, "neg": true, "not": true,
	"shl": true}

// wrapped gives row.d in… in the arithmetic of a narrow type; narrow is
// GoStored for a type that has its own.
func (b *coder) wrapped(narrow program.GoType, row string, d program.Dtype, in ...program.Operand) program.Operand {
	x := b.op(row, d, in...)
	if narrow == program.GoStored || !leavesNarrow[row] {
		return x
	}
	return b.op(wraps[narrow], d, x)
}

// binary translates an operator with two operands.
func (b *calculation) binary(in *ssa.BinOp) {
	switch t := in.X.Type().Underlying().(type) {
	case *types.Basic:
		if _, ok := known.ComplexPart(t); ok {
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

func (b *calculation) binaryNumber(in *ssa.BinOp, t *types.Basic) {
	d, narrow := known.DtypeOf(t)
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
	if b.differences[in] {
		b.requireNear(d, narrow, x, y)
	}
	b.defineNumber(b.wrapped(narrow, row, d, x, y))
}

// requireNear leaves a lane to Go where a difference of two numbers might overflow: they are far from 0.
func (b *calculation) requireNear(d program.Dtype, narrow program.GoType, of ...program.Operand) {
	bits := d.Bits()
	switch narrow {
	case program.GoInt8:
		bits = 8
	case program.GoInt16:
		bits = 16
	}
	far := int64(1) << (bits - 2)
	end := func(x int64) program.Operand { return program.Lit(d, evaluate.ConstBits(constant.MakeInt64(x), d)) }
	for _, x := range of {
		near := b.both(b.op("ge", d, x, end(-far)), b.op("lt", d, x, end(far)))
		b.require(near, optab.NeedsGo, mayOverflow)
	}
}

func truth(holds bool) program.Operand {
	if holds {
		return program.Lit(program.Bool, 1)
	}
	return program.Lit(program.Bool, 0)
}

// shiftCount returns a shift count as u64. A negative one faults.
func (b *calculation) shiftCount(v ssa.Value) program.Operand {
	t := v.Type().Underlying().(*types.Basic)
	d, _ := known.DtypeOf(t)
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

// equal compares structs or arrays, and what refers with nil.
func (b *calculation) equal(in *ssa.BinOp) {
	all := b.same(b.layouts.Of(in.X.Type()).Leaves, b.value(in.X), b.value(in.Y))
	if in.Op == token.NEQ {
		all = b.op("not", program.Bool, all)
	}
	b.defineNumber(all)
}

// same compares values: all leaves and all their elements.
func (b *heap) same(leaves []known.Leaf, xs, ys known.Value) program.Operand {
	all := truth(true)
	for i, lf := range leaves {
		x, y := xs[i], ys[i]
		var same program.Operand
		if lf.Ref != nil && gotypes.IsString(lf.Ref) && (x.Kind == known.Slice || y.Kind == known.Slice) &&
			len(lf.Shape) == 0 {
			all = b.both(all, b.compareBytes(token.EQL, x, y))
			continue
		}
		if x.IsText() && y.IsText() {
			x, y = b.textNumbers(x, y)
			lf = known.Leaf{Dtype: program.I64, Shape: lf.Shape}
		}
		switch {
		case len(lf.Shape) > 0 && (lf.GoType == program.GoError || x.Kind != known.Number || y.Kind != known.Number):
			same = b.sameElements(lf, x, y)
		case lf.GoType == program.GoError && x.Kind == known.Number && y.Kind == known.Number:
			same = b.sameErrors(x.Nums[0], y.Nums[0])
		case x.Kind == known.Number && y.Kind == known.Number && len(lf.Shape) == 0:
			same = b.op("eq", lf.Dtype, x.Nums[0], y.Nums[0])
		case x.Kind == known.Number && y.Kind == known.Number:
			same = b.sameArrays(lf.Dtype, lf.Shape, b.shaped(x.Nums[0], lf), b.shaped(y.Nums[0], lf))
		default:
			same = b.sameReference(x, y, lf.Ref)
		}
		all = b.both(all, same)
	}
	return all
}

// sameElements compares arrays of what is more than a number, element by element.
func (b *heap) sameElements(lf known.Leaf, xs, ys known.Atom) program.Operand {
	if lf.Shape[0] > maxUnrolled {
		b.fail("comparing arrays of %d elements that are not numbers is not available in batched code; compare their "+
			"elements in a loop", lf.Shape[0])
	}
	rest := lf
	rest.Shape = lf.Shape[1:]
	element := func(of known.Atom, i int) known.Value {
		at := []program.Operand{known.Int64(int64(i))}
		if of.Kind == known.Number {
			return known.Value{known.NumberAtom(rest, b.element(b.shaped(of.Nums[0], lf), rest, at))}
		}
		return known.Value{b.elementOf(of, rest, at, "")}
	}
	all := truth(true)
	for i := range lf.Shape[0] {
		all = b.both(all, b.same([]known.Leaf{rest}, element(xs, i), element(ys, i)))
	}
	return all
}

// sameArrays compares arrays: short ones element by element, as these are often known one by one, and those of several
// axes row by row. A reduction that gives an array has no machine code.
func (b *coder) sameArrays(d program.Dtype, shape []int, x, y program.Operand) program.Operand {
	of := func(v, i program.Operand) program.Operand {
		return b.tensorOp(program.TensorType{Dtype: d, Shape: shape[1:]}, "index", d, v, i)
	}
	switch {
	case len(shape) == 0:
		return b.op("eq", d, x, y)
	case len(shape) == 1 && shape[0] > maxUnrolled:
		same := b.tensorOp(program.TensorType{Dtype: program.Bool, Shape: shape}, "eq", d, x, y)
		return b.tensorOp(program.TensorType{Dtype: program.Bool}, "reduce_and", program.Bool, same)
	case shape[0] <= maxUnrolled:
		all := truth(true)
		for i := range shape[0] {
			at := known.Int64(int64(i))
			all = b.both(all, b.sameArrays(d, shape[1:], of(x, at), of(y, at)))
		}
		return all
	}
	all := b.variableOf(program.Bool, "same", truth(true))
	b.each(known.Int64(int64(shape[0])), func(i program.Operand) {
		b.reassign(all, b.both(all, b.sameArrays(d, shape[1:], of(x, i), of(y, i))))
	})
	return all
}

// alike gives two pointers that are compared one family or choice, if either is of
// such.
func (b *coder) alike(x, y known.Atom) (known.Atom, known.Atom) {
	if (x.Region.Family != nil) != (y.Region.Family != nil) {
		x, y = known.Lifted(x, y)
	}
	if x.Region.Kind != known.ChoiceRegion && y.Region.Kind != known.ChoiceRegion {
		return x, y
	}
	p, q := known.Chosen(x, y)
	return b.adapt(p, x), b.adapt(q, y)
}

// requireTold leaves lanes to Go whose slice is one that they bring and has no elements, where it matters whether that
// is nil: columns do not tell. Nor do they of the rows of a matrix, which are made of what lanes bring; see spread.go.
func (b *coder) requireTold(a known.Atom) {
	given := func(r *known.Region) bool { return r.Brought || b.opts.isSpreadOf(r) }
	if sp := b.opts.spread; sp != nil && !b.opts.copied && b.cur != nil && b.cur.Parent().Name() == sp.Name {
		return // it asks for what it gives out, where an empty slice does for what is not told
	}
	if !slices.ContainsFunc(a.Region.All(), given) || b.clonesAlone() {
		return
	}
	brought := truth(false)
	for _, m := range b.memoriesOf(a) {
		if given(m.region) {
			brought = b.either(brought, m.is)
		}
	}
	n := len(a.Nums)
	none := b.both(b.op("eq", program.I64, a.Nums[n-2], known.Int64(0)),
		b.op("ge", program.I64, a.Nums[n-3], known.Int64(0)))
	b.require(b.op("not", program.Bool, b.both(brought, none)), optab.NeedsGo, notTold)
}

// sameReference compares what refers.
func (b *heap) sameReference(x, y known.Atom, t types.Type) program.Operand {
	if x.Kind == known.Nothing {
		x, y = y, x
	}
	copies := false
	if x.Kind == known.Pointer && y.Kind == known.Pointer {
		copies = known.MayBeCopies(x.Region, y.Region)
		x, y = b.alike(x, y)
	}
	switch {
	case y.Kind == known.Nothing && isSharedMap(x, t):
		return b.sharedField(x, sharedNil).Nums[0]
	case y.Kind == known.Nothing && x.Kind == known.Slice:
		b.requireTold(x)
		return b.op("lt", program.I64, x.Nums[len(x.Nums)-3], known.Int64(0))
	case y.Kind == known.Nothing && x.Kind == known.Pointer && (x.Region.Family != nil || x.Region.Nilable):
		return b.op("lt", program.I64, x.Nums[0], known.Int64(0))
	case y.Kind == known.Nothing && (x.Kind == known.Nothing || x.Kind == known.Pointer || x.Kind == known.Function ||
		x.Kind == known.Boxed || x.Kind == known.Mapping):
		return truth(x.Kind == known.Nothing)
	case x.Kind == known.OneOf && y.Kind == known.Nothing:
		return b.isOption(x, y)
	case types.IsInterface(t) && (x.Kind == known.Boxed || x.Kind == known.OneOf) &&
		(y.Kind == known.Boxed || y.Kind == known.OneOf):
		return b.sameHeld(x, y)
	case x.Kind == known.Pointer && y.Kind == known.Pointer && !x.Pending && !y.Pending:
		if copies || x.Region.Repeats || y.Region.Repeats {
			b.fail("comparing pointers into what all lanes share is not available in batched code; compare what " +
				"tells the elements apart")
		}
		uniforms := x.Region.Kind == known.UniformRegion && y.Region.Kind == known.UniformRegion
		if uniforms && x.Region.Name != y.Region.Name {
			b.fail("whether the uniforms %s and %s are one is not known in batched code; compare what tells them "+
				"apart", x.Region.What, y.Region.What)
		}
		if x.Region.Name != y.Region.Name || x.From != y.From || x.To != y.To || len(x.Nums) != len(y.Nums) {
			if !x.Region.MayBeNil() || !y.Region.MayBeNil() {
				return truth(false)
			}
			null := known.Int64(0)
			return b.op("and", program.Bool, b.op("lt", program.I64, x.Nums[0], null),
				b.op("lt", program.I64, y.Nums[0], null))
		}
		same := truth(true)
		for i := range x.Nums {
			eq := truth(true)
			if x.Nums[i] != y.Nums[i] || known.IsVarying(x.Nums[i]) {
				eq = b.op("eq", program.I64, x.Nums[i], y.Nums[i])
			}
			same = b.op("and", program.Bool, same, eq)
		}
		return same
	}
	if x.Kind == known.Conflict {
		b.refuseKind(x, t)
	}
	if y.Kind == known.Conflict {
		b.refuseKind(y, t)
	}
	advice := ""
	if x.Kind == known.OneOf || y.Kind == known.OneOf {
		advice = "; give their types a number, and compare that and what they hold"
	}
	b.fail("comparing %s with %s is not available in batched code%s", x.Describe(), y.Describe(), advice)
	return program.Operand{}
}

// extremum translates the built-ins min and max.
func (b *calculation) extremum(in *ssa.Call, row string) {
	t, ok := in.Type().Underlying().(*types.Basic)
	d := program.Invalid
	if ok {
		d, _ = known.DtypeOf(t)
	}
	if d == program.Invalid {
		b.fail("%s in a generic function takes numbers in batched code; choose among strings with if and <", row)
	}
	acc := b.scalar(in.Call.Args[0])
	for _, a := range in.Call.Args[1:] {
		acc = b.op(row, d, acc, b.scalar(a))
	}
	b.defineNumber(acc)
}

// convert translates a conversion between numbers.
func (b *calculation) convert(in *ssa.Convert) {
	from, ok1 := in.X.Type().Underlying().(*types.Basic)
	to, ok2 := in.Type().Underlying().(*types.Basic)
	if p, ok := in.Type().Underlying().(*types.Pointer); ok && ok1 && from.Kind() == types.UnsafePointer {
		b.reinterpret(in, p.Elem())
		return
	}
	if ok2 && to.Kind() == types.UnsafePointer {
		if ok1 && from.Kind() == types.Uintptr {
			b.fail("%s", noAddresses)
		}
		b.define(b.value(in.X))
		return
	}
	if b.convertText(in) {
		return
	}
	if ok1 && ok2 {
		if part, ok := known.ComplexPart(to); ok {
			b.convertComplex(in, part)
			return
		}
	}
	if !ok1 || !ok2 {
		b.value(in.X)
		for _, t := range []types.Type{in.X.Type(), in.Type()} {
			if why := whyNot(t); why != "" {
				b.fail("conversion: %s", why)
			}
		}
		b.fail("conversion from %s to %s is not available in batched code", in.X.Type(), in.Type())
	}
	for _, t := range []types.Type{from, to} {
		if d, _ := known.DtypeOf(t.(*types.Basic)); d == program.Invalid {
			if gotypes.IsString(t) {
				b.fail("conversion: %s", noTexts)
			}
			b.fail("conversion: %s", whyNot(t))
		}
	}
	x := b.scalar(in.X)
	df, nf := known.DtypeOf(from)
	dt, nt := known.DtypeOf(to)
	if df == dt && (nt == program.GoStored || nt == nf || nt == program.GoInt16 && nf == program.GoInt8 ||
		nt == program.GoUint16 && nf == program.GoUint8) {
		b.defineNumber(x)
		return
	}
	if df == program.F64 && dt == program.F32 {
		if o, ok := b.inFloat32(in); ok {
			b.defineNumber(o)
			return
		}
	}
	if nt != program.GoStored && df.IsFloat() {
		// Go on amd64 goes through int32 to all four narrow types.
		x, df = b.op("convert_i32", df, x), program.I32
	}
	if df != dt {
		x = b.op("convert_"+dt.String(), df, x)
	}
	if nt != program.GoStored {
		x = b.op(wraps[nt], dt, x)
	}
	b.defineNumber(x)
}

// reinterpret translates *(*T)(unsafe.Pointer(&x)) for numbers of one size: the
// address is of a copy with the bits of T, which is only read, and while x stays what it is.
func (b *calculation) reinterpret(in *ssa.Convert, to types.Type) {
	a := b.atom(in.X)
	t, ok := to.Underlying().(*types.Basic)
	if a.Kind != known.Pointer || a.To != a.From+1 || !ok {
		b.fail("%s", noAddresses)
	}
	d, _ := known.DtypeOf(t)
	if !ssaflow.IsViewOnly(in) {
		b.fail("what is read through an unsafe.Pointer may be written while the pointer is there: use functions " +
			"such as math.Float64bits")
	}
	v := b.read(b.derefAtom(a))
	have := v[0].Leaf.Dtype
	if v[0].Kind != known.Number || len(v[0].Leaf.Shape) > 0 || have.Bits() != d.Bits() ||
		v[0].Leaf.GoType != program.GoStored {
		b.fail("%s", noAddresses)
	}
	o := v[0].Nums[0]
	if have != d {
		row := "bitcast_" + d.String()
		if !program.OpcodeFor(row, have).IsValid() {
			b.fail("%s", noAddresses)
		}
		o = b.op(row, have, o)
	}
	b.define(known.Value{{Kind: known.Boxed, Type: to, Parts: known.ScalarOf(d, o)}})
}
