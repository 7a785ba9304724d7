package asmgen

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Translate makes the code of a function of the library, which must have one
// result. The code is named mnemonic. has says which of the instructions the
// target has that a translation can do without: Scale, without which the code
// has the body of libm's scale, and the forms of fma with signs. Functions that it calls are inlined, constants are
// folded, expressions that occur twice are computed once, and what the result does not
// need is left out.
//
// If the function leaves the subset of Go that package libm's documentation
// describes, the error has file, line, column and what to write instead, for
// each place that was reached ([Errors]).
func (l *Library) Translate(function, mnemonic string, has func(op string) bool) (*codegen.Func, error) {
	f, ok := l.pkg.Scope().Lookup(function).(*types.Func)
	if !ok || l.funcs[f] == nil {
		return nil, fmt.Errorf("asmgen: no function %s", function)
	}
	sig := f.Signature()
	if sig.TypeParams().Len() > 0 || sig.Recv() != nil {
		return nil, fmt.Errorf("asmgen: %s is generic or a method", function)
	}
	if sig.Results().Len() != 1 {
		return nil, fmt.Errorf("asmgen: %s has %d results", function, sig.Results().Len())
	}
	t := &translator{lib: l, Builder: codegen.NewBuilder(mnemonic, has), products: map[codegen.Value]product{},
		loads: map[codegen.Value]codegen.Value{}}
	var args []codegen.Value
	for i := range sig.Params().Len() {
		typ := typeOf(sig.Params().At(i).Type())
		if typ == optab.Invalid {
			return nil, fmt.Errorf("asmgen: %s: a parameter of type %s", function, sig.Params().At(i).Type())
		}
		args = append(args, t.Param(typ))
	}
	result := t.rounded(t.inline(f, nil, args, l.funcs[f])[0])
	if len(t.errs) > 0 {
		return nil, t.errs
	}
	t.F.Result = result
	t.F.Types[result] = typeOf(sig.Results().At(0).Type())
	t.Finish()
	if err := checkWidths(&t.F); err != nil {
		return nil, fmt.Errorf("asmgen: %s: %w", function, err)
	}
	return &t.F, nil
}

// checkWidths checks that values of both widths occur together only in a
// float32 function that computes in float64.
func checkWidths(f *codegen.Func) error {
	param := map[codegen.Value]bool{}
	for _, v := range f.Params {
		param[v] = true
	}
	for _, in := range f.Code {
		if in.Dst == codegen.NoValue {
			continue
		}
		for _, a := range in.Args {
			from, to := f.Types[a].Bits(), f.Types[in.Dst].Bits()
			switch {
			case in.Op == "convert_f64.f32" && param[a], in.Op == "convert_f32.f64" && in.Dst == f.Result:
			case f.Types[a] == optab.Bool || f.Types[in.Dst] == optab.Bool || from == to:
			default:
				return fmt.Errorf("%s between values of 32 and 64 bits: only a float32 argument and a float32 result "+
					"are converted", in.Op)
			}
		}
	}
	return nil
}

// translator makes one function's code.
type translator struct {
	*codegen.Builder
	lib      *Library
	frame    *frame
	errs     Errors
	products map[codegen.Value]product       // which may be fused
	loads    map[codegen.Value]codegen.Value // what the compiler takes from memory when it adds it
}

// frame is a function that is being inlined.
type frame struct {
	caller *frame
	fn     *types.Func
	vars   map[types.Object]codegen.Value
	types  map[*types.TypeParam]types.Type
}

// fail records an error at a place and returns a value to go on with.
func (t *translator) fail(at ast.Node, typ optab.Type, format string, args ...any) codegen.Value {
	t.errs = append(t.errs, fmt.Errorf("%s: %s", t.lib.fset.Position(at.Pos()), fmt.Sprintf(format, args...)))
	if typ == optab.Invalid {
		typ = optab.F64
	}
	return t.Constant(typ, 0)
}

// inline runs the body of a function over values and returns its results.
func (t *translator) inline(f *types.Func, typeArgs []types.Type, args []codegen.Value, at ast.Node) []codegen.Value {
	for fr := t.frame; fr != nil; fr = fr.caller {
		if fr.fn == f {
			t.fail(at, optab.Invalid, "%s calls itself", f.Name())
			return t.zeros(f.Signature())
		}
	}
	decl := t.lib.funcs[f]
	sig := f.Signature()
	fr := &frame{t.frame, f, map[types.Object]codegen.Value{}, map[*types.TypeParam]types.Type{}}
	for i, typ := range typeArgs {
		fr.types[sig.TypeParams().At(i)] = typ
	}
	t.frame = fr
	defer func() { t.frame = fr.caller }()
	for i, v := range args {
		fr.vars[sig.Params().At(i)] = t.rounded(v)
	}
	for i := range sig.Results().Len() {
		if r := sig.Results().At(i); r.Name() != "" {
			fr.vars[r] = t.zeros(sig)[i]
		}
	}

	list := decl.Body.List
	if len(list) == 0 {
		t.fail(decl, optab.Invalid, "%s has no statements", f.Name())
		return t.zeros(sig)
	}
	last, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) == 0 {
		t.fail(list[len(list)-1], optab.Invalid, "the last statement must be a return with its values")
		return t.zeros(sig)
	}
	for _, s := range list[:len(list)-1] {
		t.statement(s)
	}
	results := t.values(last.Results)
	if len(results) != sig.Results().Len() {
		return t.zeros(sig) // after an error
	}
	return t.allRounded(results)
}

// zeros returns the results of a function that sets none.
func (t *translator) zeros(sig *types.Signature) []codegen.Value {
	var vs []codegen.Value
	for i := range sig.Results().Len() {
		vs = append(vs, t.Constant(t.typ(sig.Results().At(i).Type()), 0))
	}
	return vs
}

// values translates a list of expressions, or one call of several results.
func (t *translator) values(list []ast.Expr) []codegen.Value {
	if len(list) == 1 {
		if call, ok := ast.Unparen(list[0]).(*ast.CallExpr); ok {
			return t.call(call)
		}
	}
	var vs []codegen.Value
	for _, e := range list {
		vs = append(vs, t.expr(e))
	}
	return vs
}

func (t *translator) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		t.assign(s)
	case *ast.IncDecStmt:
		t.step(s)
	case *ast.IfStmt:
		t.ifStatement(s)
	case *ast.ForStmt:
		t.forStatement(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); !ok || d.Tok != token.CONST {
			t.fail(s, optab.Invalid, "declare a variable with :=")
		}
	case *ast.ReturnStmt:
		t.fail(s, optab.Invalid, "a return stands at the end of the function alone")
	default:
		t.fail(s, optab.Invalid, "the statements are := and =, also with an operator, if without else, for with a "+
			"condition, and one return at the end")
	}
}

func (t *translator) assign(s *ast.AssignStmt) {
	var values []codegen.Value
	if s.Tok == token.DEFINE || s.Tok == token.ASSIGN {
		values = t.values(s.Rhs)
	} else {
		op := s.Tok - (token.ADD_ASSIGN - token.ADD) // both lists have the same order
		values = []codegen.Value{t.operation(s, op, s.Lhs[0], s.Rhs[0], t.exprType(s.Lhs[0]))}
	}
	if len(values) != len(s.Lhs) {
		return // after an error
	}
	t.set(s.Lhs, values)
}

// step translates i++ and i--.
func (t *translator) step(s *ast.IncDecStmt) {
	typ := t.exprType(s.X)
	op := s.Tok - token.INC + token.ADD // both lists have the same order
	one, _ := bitsOf(constant.MakeInt64(1), typ)
	v := t.Emit(typ, binaryOps[op]+"."+typ.String(), t.expr(s.X), t.Constant(typ, one))
	t.set([]ast.Expr{s.X}, []codegen.Value{v})
}

// set gives variables values.
func (t *translator) set(to []ast.Expr, values []codegen.Value) {
	for i, e := range to {
		name, ok := e.(*ast.Ident)
		if !ok {
			t.fail(e, optab.Invalid, "assign to a local variable")
			continue
		}
		if name.Name == "_" {
			continue
		}
		v := t.lib.info.ObjectOf(name)
		if _, local := t.frame.vars[v]; !local && t.lib.info.Defs[name] == nil {
			t.fail(e, optab.Invalid, "assign to a local variable")
			continue
		}
		t.frame.vars[v] = values[i]
	}
}

// ifStatement makes a region. The variables that its body assigns are copied
// before, and the copies take the new values in the lanes where the condition
// holds.
func (t *translator) ifStatement(s *ast.IfStmt) {
	if s.Init != nil || s.Else != nil {
		t.fail(s, optab.Invalid, "an if has neither an else nor a statement before its condition")
		return
	}
	cond := t.expr(s.Cond)
	outer := t.assigned(s.Body)
	if c, ok := t.IsConst(cond); ok {
		if c != 0 {
			t.body(s.Body)
		}
		return
	}
	copies := map[types.Object]codegen.Value{}
	for _, v := range outer {
		copies[v] = t.Copy(t.frame.vars[v])
	}
	t.Open(cond)
	t.body(s.Body)
	for _, v := range outer {
		t.Merge(cond, copies[v], t.frame.vars[v])
	}
	t.Close()
	for _, v := range outer {
		t.frame.vars[v] = copies[v]
	}
}

// forStatement makes a loop inside a region, which is jumped over if no lane has a first
// round. What the loop assigns is copied before; a round reads the copies, and its end
// merges what it made of them in the lanes that have the round.
func (t *translator) forStatement(s *ast.ForStmt) {
	known := t.names()
	defer t.forget(known)
	if s.Init != nil {
		t.statement(s.Init)
	}
	if s.Cond == nil {
		t.fail(s, optab.Invalid, "a for has a condition")
		return
	}
	first := t.expr(s.Cond)
	c, known1st := t.IsConst(first)
	if known1st && c == 0 {
		return
	}
	vars := t.assigned(s)
	copies := map[types.Object]codegen.Value{}
	for _, v := range vars {
		copies[v] = t.Copy(t.frame.vars[v])
	}
	if !known1st {
		t.Open(first)
	}
	t.Do()
	for _, v := range vars {
		t.frame.vars[v] = copies[v]
	}
	mask := t.expr(s.Cond)
	t.body(s.Body)
	if s.Post != nil {
		t.statement(s.Post)
	}
	again := t.Emit(optab.Bool, "and.bool", mask, t.expr(s.Cond))
	made := map[types.Object]codegen.Value{}
	for _, v := range vars {
		made[v] = t.rounded(t.frame.vars[v])
		for _, other := range copies { // which may be merged before this one
			if made[v] == other && other != copies[v] {
				made[v] = t.Copy(other)
			}
		}
	}
	for _, v := range vars {
		if made[v] != copies[v] {
			t.Merge(mask, copies[v], made[v])
		}
		t.frame.vars[v] = copies[v]
	}
	t.While(again)
	if !known1st {
		t.Close()
	}
}

// names are the variables declared so far.
func (t *translator) names() map[types.Object]bool {
	known := map[types.Object]bool{}
	for v := range t.frame.vars {
		known[v] = true
	}
	return known
}

// forget drops the variables that are not among the names.
func (t *translator) forget(known map[types.Object]bool) {
	for v := range t.frame.vars {
		if !known[v] {
			delete(t.frame.vars, v)
		}
	}
}

// body translates the statements of an if or a for; what they declare is forgotten.
func (t *translator) body(b *ast.BlockStmt) {
	defer t.forget(t.names())
	for _, s := range b.List {
		t.statement(s)
	}
}

// assigned returns the variables declared so far that a statement assigns, in the
// order of the text.
func (t *translator) assigned(b ast.Stmt) []types.Object {
	var list []types.Object
	seen := map[types.Object]bool{}
	ast.Inspect(b, func(n ast.Node) bool {
		var to []ast.Expr
		switch s := n.(type) {
		case *ast.AssignStmt:
			to = s.Lhs
		case *ast.IncDecStmt:
			to = []ast.Expr{s.X}
		}
		for _, e := range to {
			name, ok := e.(*ast.Ident)
			if !ok {
				continue
			}
			v := t.lib.info.ObjectOf(name)
			if _, known := t.frame.vars[v]; known && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
		return true
	})
	return list
}
