package asmgen

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// intrinsics are the functions that are instructions: the row of the op table
// each is, over the type of its result or as written.
var intrinsics = map[string]string{
	"sel": "select", "fma": "fma", "fma32": "fma", "sqrt": "sqrt", "abs": "abs", "copysign": "copysign",
	"rint": "roundtoeven", "floor": "floor", "trunc": "trunc",
	"mulhi":  "mulhi.u64",
	"bits64": "bitcast_u64.f64", "from64": "bitcast_f64.u64", "bits32": "bitcast_u32.f32", "from32": "bitcast_f32.u32",
}

// call translates a call, of a function or of a type.
func (t *translator) call(e *ast.CallExpr) []codegen.Value {
	if t.lib.info.Types[e].Value != nil {
		return []codegen.Value{t.expr(e)}
	}
	if t.lib.info.Types[e.Fun].IsType() {
		return []codegen.Value{t.conversion(e)}
	}
	fun := ast.Unparen(e.Fun)
	if x, ok := fun.(*ast.IndexExpr); ok { // explicit type arguments
		fun = x.X
	}
	name, ok := fun.(*ast.Ident)
	var f *types.Func
	if ok {
		f, _ = t.lib.info.Uses[name].(*types.Func)
	}
	if f == nil || f.Pkg() != t.lib.pkg || e.Ellipsis != token.NoPos || f.Signature().Variadic() {
		v := t.fail(e, t.typ(t.lib.info.TypeOf(e)), "the calls are of the functions in intrinsics.go, of types, and "+
			"of other functions of the package")
		return []codegen.Value{v}
	}
	var typeArgs []types.Type
	if list := t.lib.info.Instances[name].TypeArgs; list != nil {
		for i := range list.Len() {
			typeArgs = append(typeArgs, t.concrete(list.At(i)))
		}
	}
	args := t.arguments(e, f, typeArgs)
	if len(args) != f.Signature().Params().Len() {
		return t.zeros(f.Signature()) // after an error
	}
	if f.Name() == "loaded" && t.lib.form != nil {
		return []codegen.Value{t.load(args[0])}
	}
	if op, ok := intrinsics[f.Name()]; ok {
		return []codegen.Value{t.intrinsic(e, op, args)}
	}
	if (f.Name() == "scale" || f.Name() == "scale32") && t.Has(codegen.Scale) {
		return []codegen.Value{t.Emit(t.exprType(e), codegen.Scale, args...)}
	}
	return t.inline(f, typeArgs, args, e)
}

// arguments translates the arguments of a call, which may be the results of
// another.
func (t *translator) arguments(e *ast.CallExpr, f *types.Func, typeArgs []types.Type) []codegen.Value {
	params := f.Signature().Params()
	if len(e.Args) != params.Len() {
		return t.values(e.Args)
	}
	var args []codegen.Value
	for i, a := range e.Args {
		typ := params.At(i).Type()
		if p, ok := typ.(*types.TypeParam); ok {
			typ = typeArgs[p.Index()]
		}
		args = append(args, t.operand(a, typeOf(typ)))
	}
	return args
}

func (t *translator) intrinsic(e *ast.CallExpr, op string, args []codegen.Value) codegen.Value {
	typ := t.exprType(e)
	switch op {
	case "select", "fma", "sqrt", "abs", "copysign", "roundtoeven", "floor", "trunc":
		op += "." + typ.String()
	}
	return t.Emit(typ, op, args...)
}

// conversion translates T(x). A conversion of a float product to its own type
// is the product, rounded.
func (t *translator) conversion(e *ast.CallExpr) codegen.Value {
	to := t.exprType(e)
	arg := ast.Unparen(e.Args[0])
	from := t.exprType(arg)
	if b, ok := arg.(*ast.BinaryExpr); ok && b.Op == token.MUL && from.IsFloat() && from == to &&
		t.lib.info.Types[b].Value == nil {
		return t.product(b, to)
	}
	v := t.operand(arg, from)
	switch {
	case from == to:
		return t.rounded(v)
	case from == optab.Bool || to == optab.Bool:
		return t.fail(e, to, "bools are not converted")
	}
	return t.Emit(to, "convert_"+to.String()+"."+from.String(), v)
}
