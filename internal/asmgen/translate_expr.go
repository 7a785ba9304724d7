package asmgen

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// basicTypes are the types of the subset.
var basicTypes = map[types.BasicKind]optab.Type{
	types.Bool: optab.Bool, types.UntypedBool: optab.Bool,
	types.Int32: optab.I32, types.Int64: optab.I64, types.Uint32: optab.U32, types.Uint64: optab.U64,
	types.Float32: optab.F32, types.Float64: optab.F64, types.UntypedFloat: optab.F64,
}

// typeOf returns the element type of a Go type, or Invalid.
func typeOf(t types.Type) optab.Type {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return basicTypes[b.Kind()]
	}
	return optab.Invalid
}

// concrete replaces a type parameter of the function being inlined.
func (t *translator) concrete(typ types.Type) types.Type {
	if p, ok := typ.(*types.TypeParam); ok && t.frame != nil {
		if c, ok := t.frame.types[p]; ok {
			return c
		}
	}
	return typ
}

func (t *translator) typ(typ types.Type) optab.Type { return typeOf(t.concrete(typ)) }

// exprType returns the type of an expression. It fails for a type outside the
// subset.
func (t *translator) exprType(e ast.Expr) optab.Type {
	goType := t.lib.info.TypeOf(e)
	typ := t.typ(goType)
	if typ == optab.Invalid {
		t.fail(e, optab.Invalid, "a value of type %s: the types are float64, int64, uint64, float32, int32, "+
			"uint32 and bool", goType)
		return optab.F64
	}
	return typ
}

// expr translates an expression of one value.
func (t *translator) expr(e ast.Expr) codegen.Value {
	if tv := t.lib.info.Types[e]; tv.Value != nil {
		return t.literal(e, tv.Value)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.expr(e.X)
	case *ast.Ident:
		if v, ok := t.frame.vars[t.lib.info.ObjectOf(e)]; ok {
			return v
		}
		if v, ok := t.build(e.Name); ok {
			return v
		}
		return t.fail(e, t.exprType(e), "%s is neither a constant nor a local variable", e.Name)
	case *ast.UnaryExpr:
		return t.unary(e)
	case *ast.BinaryExpr:
		return t.binary(e)
	case *ast.IndexExpr:
		return t.index(e)
	case *ast.CallExpr:
		vs := t.call(e)
		if len(vs) != 1 {
			return t.fail(e, optab.Invalid, "a call of one result is wanted here")
		}
		return vs[0]
	}
	return t.fail(e, optab.Invalid, "the expressions are names, constants, operators, calls and elements of tables")
}

// literal makes a constant of an expression's type.
func (t *translator) literal(e ast.Expr, c constant.Value) codegen.Value {
	typ := t.exprType(e)
	bits, ok := bitsOf(c, typ)
	if !ok {
		return t.fail(e, typ, "%s is no %s", c, typ.GoName())
	}
	return t.Constant(typ, bits)
}

// bitsOf returns the bits of a constant in a type.
func bitsOf(c constant.Value, typ optab.Type) (uint64, bool) {
	switch {
	case typ == optab.Bool:
		if c.Kind() != constant.Bool {
			return 0, false
		}
		if constant.BoolVal(c) {
			return 1, true
		}
		return 0, true
	case typ == optab.F64:
		v, _ := constant.Float64Val(constant.ToFloat(c))
		return math.Float64bits(v), true
	case typ == optab.F32:
		v, _ := constant.Float32Val(constant.ToFloat(c))
		return uint64(math.Float32bits(v)), true
	case typ.IsSigned():
		v, ok := constant.Int64Val(constant.ToInt(c))
		return uint64(v) & codegen.WidthMask(typ), ok
	}
	v, ok := constant.Uint64Val(constant.ToInt(c))
	return v, ok
}

func (t *translator) unary(e *ast.UnaryExpr) codegen.Value {
	typ := t.exprType(e)
	switch e.Op {
	case token.ADD:
		return t.expr(e.X)
	case token.SUB:
		return t.negative(typ, t.expr(e.X))
	case token.XOR, token.NOT:
		return t.Emit(typ, "not."+typ.String(), t.expr(e.X))
	}
	return t.fail(e, typ, "the operators of one operand are - ^ !")
}

// binaryOps are the rows of the operators, but for those that need more.
var binaryOps = map[token.Token]string{
	token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.QUO: "quo",
	token.AND: "and", token.OR: "or", token.XOR: "xor", token.AND_NOT: "andnot",
	token.LAND: "and", token.LOR: "or",
	token.EQL: "eq", token.NEQ: "ne", token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge",
	token.SHL: "shl", token.SHR: "shr",
}

func (t *translator) binary(e *ast.BinaryExpr) codegen.Value {
	return t.operation(e, e.Op, e.X, e.Y, t.exprType(e))
}

// operation translates x op y, with a result of type out.
func (t *translator) operation(at ast.Node, op token.Token, x, y ast.Expr, out optab.Type) codegen.Value {
	row, ok := binaryOps[op]
	in := t.exprType(x)
	switch {
	case !ok, op == token.QUO && !in.IsFloat():
		return t.fail(at, out, "the operators are + - / on floats, + - * & | ^ &^ << >> on integers, "+
			"comparisons, && and ||")
	case op == token.MUL && in.IsFloat() && t.lib.form == nil:
		return t.fail(at, out, "write %s(x*y): a bare product may be fused into a sum", in.GoName())
	case op == token.SHL || op == token.SHR:
		return t.shift(row, x, y, in)
	}
	if t.lib.info.Types[x].Value != nil { // an untyped constant has the type of the other side
		in = t.exprType(y)
	}
	a, b := t.operand(x, in), t.operand(y, in)
	if in == optab.F64 {
		switch op {
		case token.MUL:
			return t.multiply(a, b)
		case token.ADD:
			return t.sum(a, b)
		case token.SUB:
			return t.difference(a, b)
		}
	}
	return t.Emit(out, row+"."+in.String(), a, b)
}

// operand translates an operand that has the type typ, also where it is a
// constant that the language leaves untyped.
func (t *translator) operand(e ast.Expr, typ optab.Type) codegen.Value {
	if tv := t.lib.info.Types[e]; tv.Value != nil {
		if bits, ok := bitsOf(tv.Value, typ); ok {
			return t.Constant(typ, bits)
		}
	}
	return t.expr(e)
}

// shift gives the count the type of an unsigned integer of x's width.
func (t *translator) shift(row string, x, y ast.Expr, typ optab.Type) codegen.Value {
	count := unsigned(typ)
	if tv := t.lib.info.Types[y]; tv.Value != nil {
		n, ok := constant.Uint64Val(constant.ToInt(tv.Value))
		if !ok || n >= uint64(typ.Bits()) {
			return t.fail(y, typ, "a constant shift is at least 0 and below the width")
		}
		return t.Emit(typ, row+"."+typ.String(), t.expr(x), t.Constant(count, n))
	}
	if t.exprType(y) != count {
		return t.fail(y, typ, "a variable shift count is a %s", count.GoName())
	}
	return t.Emit(typ, row+"."+typ.String(), t.expr(x), t.expr(y))
}

// unsigned returns the unsigned integer type of a type's width.
func unsigned(t optab.Type) optab.Type {
	if t.Bits() == 32 {
		return optab.U32
	}
	return optab.U64
}

// product translates x*y inside a conversion to its own type.
func (t *translator) product(e *ast.BinaryExpr, typ optab.Type) codegen.Value {
	return t.Emit(typ, "mul."+typ.String(), t.operand(e.X, typ), t.operand(e.Y, typ))
}

// index translates t[i&m].
func (t *translator) index(e *ast.IndexExpr) codegen.Value {
	name, ok := e.X.(*ast.Ident)
	var table *types.Var
	if ok {
		table, _ = t.lib.info.ObjectOf(name).(*types.Var)
	}
	lit := t.lib.tables[table]
	if lit == nil {
		return t.fail(e, optab.Invalid, "only package-level arrays, written as literals, are indexed")
	}
	array, ok := table.Type().Underlying().(*types.Array)
	if !ok || array.Len() < 2 || bits.OnesCount64(uint64(array.Len())) != 1 {
		return t.fail(e, optab.Invalid, "a table is an array of 2ⁿ elements")
	}
	typ := typeOf(array.Elem())
	if typ == optab.Invalid || typ == optab.Bool {
		return t.fail(e, optab.Invalid, "a table has numbers")
	}
	and, ok := ast.Unparen(e.Index).(*ast.BinaryExpr)
	var mask constant.Value
	if ok && and.Op == token.AND {
		mask = t.lib.info.Types[and.Y].Value
	}
	if m, exact := int64(0), false; mask != nil {
		if m, exact = constant.Int64Val(constant.ToInt(mask)); !exact || m != array.Len()-1 {
			mask = nil
		}
	}
	if mask == nil {
		return t.fail(e, typ, "index a table of %d elements by i&%d", array.Len(), array.Len()-1)
	}
	if t.exprType(and).Bits() != typ.Bits() {
		return t.fail(e, typ, "the index of a table of %s is an integer of its width", typ.GoName())
	}
	elements := make([]uint64, array.Len())
	next := int64(0)
	for _, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			next, _ = constant.Int64Val(t.lib.info.Types[kv.Key].Value)
			x = kv.Value
		}
		c := t.lib.info.Types[x].Value
		if c == nil {
			return t.fail(x, typ, "the elements of a table are constants")
		}
		elements[next], _ = bitsOf(c, typ)
		next++
	}
	return t.Lookup(typ, t.expr(and), elements)
}
