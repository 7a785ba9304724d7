package load

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/format"
)

// Operands that package fmt prints by their method String. The method is called in its place, unless it may panic:
// package fmt makes a text of that, and a lane would fault.

// stringer is the call of an operand's method String, or nil if it is printed otherwise, or the method may panic.
func (f *formatted) stringer(v verb, arg ast.Expr) ast.Expr {
	typ := f.t.Info.Types[arg].Type
	if named, ok := typ.(*types.Named); !ok || types.IsInterface(named) || !strings.ContainsRune("vsxXq", v.letter) {
		return nil
	}
	for _, method := range []string{"Format", "Error"} {
		if m, _, _ := types.LookupFieldOrMethod(typ, false, f.t.Types, method); m != nil {
			return nil
		}
	}
	m, path, behind := types.LookupFieldOrMethod(typ, false, f.t.Types, "String")
	fn, ok := m.(*types.Func)
	if !ok || len(path) > 1 && behind || fn.Signature().Params().Len() > 0 || fn.Signature().Results().Len() != 1 ||
		fn.Signature().Results().At(0).Type() != types.Typ[types.String] {
		return nil
	}
	if r := (&returning{f.t, map[*types.Func]bool{}}); !stringers[fn.FullName()] && !r.returns(fn) {
		return nil
	}
	of := &ast.ParenExpr{Lparen: arg.Pos(), X: arg, Rparen: arg.End()}
	return f.apply(&ast.SelectorExpr{X: of, Sel: f.name("String")})
}

// failure is the text of an operand of type error, or nil for others. Nil has a text of its own for each verb, which is
// not cut.
func (f *formatted) failure(v verb, arg ast.Expr) ast.Expr {
	if typ := f.t.Info.Types[arg].Type; !types.Identical(typ, types.Universe.Lookup("error").Type()) ||
		v.precision != format.None {
		return nil
	}
	switch {
	case v.letter == 'v':
		return f.function("Failure", arg, f.literal(token.STRING, `"<nil>"`))
	case v.letter == 's' && v.width == 0:
		return f.function("Failure", arg, f.literal(token.STRING, `"%!s(<nil>)"`))
	}
	return nil
}

// stringers are methods of the standard library that never panic.
var stringers = map[string]bool{
	"(time.Duration).String": true, "(time.Month).String": true, "(time.Weekday).String": true,
}

// returning finds functions of a package that certainly return, by their text: they are made of choices, and call
// nothing but what makes texts of numbers, and each other.
type returning struct {
	*Package
	known map[*types.Func]bool // of those that are being looked at, too: these do not
}

func (t *returning) returns(fn *types.Func) bool {
	if returns, seen := t.known[fn]; seen {
		return returns
	}
	t.known[fn] = false
	for _, file := range t.pruned {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && t.Info.Defs[fd.Name] == fn && fd.Body != nil {
				t.known[fn] = t.goesOn(fd.Body)
			}
		}
	}
	return t.known[fn]
}

// goesOn reports whether nothing in some syntax panics, or goes round for ever.
func (t *returning) goesOn(n ast.Node) bool {
	whole := true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			_, isMap := t.Info.Types[n.X].Type.Underlying().(*types.Map)
			whole = whole && isMap
		case *ast.SelectorExpr:
			if of := t.Info.Types[n.X].Type; of != nil {
				_, isPointer := of.Underlying().(*types.Pointer)
				whole = whole && !isPointer
			}
		case *ast.BinaryExpr:
			whole = whole && t.isComputable(n)
		case *ast.CallExpr:
			whole = whole && t.makesText(n)
		case *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.ForStmt, *ast.FuncLit, *ast.GoStmt,
			*ast.DeferStmt, *ast.SelectStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.BranchStmt:
			whole = false
		case *ast.AssignStmt:
			whole = whole && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE || n.Tok == token.ADD_ASSIGN)
		}
		return whole
	})
	return whole
}

// isComputable reports whether an operator does not panic, whatever its operands are.
func (t *returning) isComputable(e *ast.BinaryExpr) bool {
	switch e.Op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		by := t.Info.Types[e.Y].Value
		return by != nil && (by.Kind() != constant.Int || constant.Sign(by) > 0)
	case token.EQL, token.NEQ:
		return !types.IsInterface(t.Info.Types[e.X].Type)
	}
	return true
}

// makesText reports whether a call is a conversion, len, or of a function that makes a text or certainly returns.
func (t *returning) makesText(call *ast.CallExpr) bool {
	if t.Info.Types[call.Fun].IsType() {
		return true
	}
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		if fn, ok := t.Info.Uses[fun].(*types.Func); ok {
			return t.returns(fn)
		}
		_, builtin := t.Info.Uses[fun].(*types.Builtin)
		return builtin && slices.Contains([]string{"len", "min", "max"}, fun.Name)
	case *ast.SelectorExpr:
		fn, ok := t.Info.Uses[fun.Sel].(*types.Func)
		switch {
		case !ok || fn.Pkg() == nil:
			return false
		case fn.Pkg() == t.Types:
			return t.returns(fn)
		}
		name := fn.Pkg().Path() + "." + fn.Name()
		_, formats := formatting[name]
		return formats && !strings.HasPrefix(name, "fmt.F") || name == "strconv.Itoa" ||
			fn.Pkg().Path() == formatPath // as which such calls are compiled
	}
	return false
}
