package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// checker reports what batched code cannot have in everything that a function
// reaches. It reports roots only (where a map is declared or made, not where
// it is used), so that one cause has one message, and it works on code with
// type errors too, so that the user sees both kinds at once.
type checker struct {
	*typed
	funcs   map[*types.Func]*ast.FuncDecl
	specs   map[*types.Var]*ast.ValueSpec // package-level variables
	loaded  *loaded
	seen    map[types.Object]bool
	queue   []*ast.FuncDecl
	globals map[*types.Var]*global
	callees map[ast.Expr]bool // expressions that are called, so not values
	refused program.ErrorList
}

func newChecker(l *loaded) *checker {
	t := l.root
	c := &checker{
		typed: t, funcs: map[*types.Func]*ast.FuncDecl{}, specs: map[*types.Var]*ast.ValueSpec{},
		loaded: l, seen: map[types.Object]bool{},
		globals: map[*types.Var]*global{}, callees: map[ast.Expr]bool{},
	}
	for _, f := range t.pruned {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if fn, ok := t.info.Defs[d.Name].(*types.Func); ok {
					c.funcs[fn] = d
				}
			case *ast.GenDecl:
				for _, sp := range d.Specs {
					if vs, ok := sp.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						for _, n := range vs.Names {
							if v, ok := t.info.Defs[n].(*types.Var); ok {
								c.specs[v] = vs
							}
						}
					}
				}
			}
		}
	}
	return c
}

// run checks a function and everything it reaches. Where type errors leave
// holes that it falls into, those errors are enough.
func (c *checker) run(fd *ast.FuncDecl) {
	defer func() {
		if r := recover(); r != nil && len(c.errs) == 0 {
			panic(r)
		}
	}()
	c.queue = append(c.queue, fd)
	if fn, ok := c.info.Defs[fd.Name].(*types.Func); ok {
		c.seen[fn] = true
	}
	for len(c.queue) > 0 {
		fd := c.queue[0]
		c.queue = c.queue[1:]
		c.function(fd)
	}
}

// refuse reports one thing that is not accepted.
func (c *checker) refuse(at token.Pos, format string, args ...any) {
	c.refused = append(c.refused, c.errorf(at, format, args...))
}

// reach queues the function that an object stands for.
func (c *checker) reach(obj types.Object) {
	fn, ok := obj.(*types.Func)
	if !ok {
		return
	}
	fn = fn.Origin()
	if c.seen[fn] {
		return
	}
	c.seen[fn] = true
	if fd := c.funcs[fn]; fd != nil {
		c.queue = append(c.queue, fd)
	}
}

// function checks the signature and the body of one function.
func (c *checker) function(fd *ast.FuncDecl) {
	if fd.Recv != nil {
		for _, f := range fd.Recv.List {
			if star, ok := ast.Unparen(f.Type).(*ast.StarExpr); ok {
				c.refuse(star.Pos(), "method %s has a pointer receiver; pointers are not available in batched code; use a value receiver and return the changed value", declName(fd))
				continue
			}
			c.fieldType("receiver", f)
		}
	}
	for _, f := range fd.Type.Params.List {
		if e, ok := f.Type.(*ast.Ellipsis); ok {
			c.refuse(e.Pos(), "%s: variadic parameters are not available in batched code; take an array [N]T and a count", fd.Name.Name)
			continue
		}
		c.fieldType("parameter", f)
	}
	if fd.Type.Results != nil {
		for _, f := range fd.Type.Results.List {
			c.fieldType("result", f)
		}
	}
	if fd.Body == nil {
		c.refuse(fd.Name.Pos(), "%s has no body; write it in Go", fd.Name.Name)
		return
	}
	ast.Inspect(fd.Body, c.visit)
}

// fieldType checks the type of a receiver, parameter or result.
func (c *checker) fieldType(what string, f *ast.Field) {
	if c.packageUses(f.Type) {
		return
	}
	if why := whyNot(c.info.TypeOf(f.Type)); why != "" {
		if len(f.Names) > 0 {
			what += " " + f.Names[0].Name
		}
		c.refuse(f.Type.Pos(), "%s: %s", what, why)
	}
}

// packageUses reports the uses of packages that are not available inside a
// type expression, and whether there were any.
func (c *checker) packageUses(e ast.Expr) bool {
	n := len(c.refused)
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			c.foreign(sel)
			return false
		}
		return true
	})
	return len(c.refused) > n
}

// foreign reports a selector of a package that is not available.
func (c *checker) foreign(sel *ast.SelectorExpr) bool {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	name, ok := c.info.Uses[id].(*types.PkgName)
	if !ok {
		return false
	}
	path := name.Imported().Path()
	if _, ok := stubSources[path]; ok {
		return false
	}
	c.refuse(sel.Pos(), "%s.%s: package %s is not available in batched code; %s", id.Name, sel.Sel.Name, path, insteadOf(path))
	return true
}

// insteadOf says what to use in the place of a package.
func insteadOf(path string) string {
	switch {
	case path == "fmt" || path == "log" || path == "os":
		return "return the value and print it after the run"
	case path == "errors":
		return "return a number or a bool beside the result, or panic with a constant"
	case path == "math/cmplx":
		return "use a struct with two floats"
	case path == "math/big":
		return "use float64, or two uint64 with math/bits"
	case strings.HasPrefix(path, "math/rand"):
		return "write the generator in Go and take its state as a parameter"
	case path == "sort" || path == "slices":
		return "write the loop over an array"
	case path == "time":
		return "take the time as a parameter"
	case path == "sync" || path == "sync/atomic" || path == "runtime":
		return "lanes share nothing that changes"
	case path == "unsafe":
		return "use the conversions of package math, such as math.Float64bits"
	case path == "C":
		return "write the function in Go"
	}
	return "only math and math/bits are; write the function in this package"
}

// visit checks a node of a body; false means that its children are done.
func (c *checker) visit(n ast.Node) bool {
	if e, ok := n.(ast.Expr); ok {
		return c.expr(e)
	}
	switch n := n.(type) {
	case *ast.GoStmt:
		c.refuse(n.Pos(), "go: goroutines are not available in batched code; call the function")
		return false
	case *ast.DeferStmt:
		c.refuse(n.Pos(), "defer is not available in batched code; call the function before each return")
		return false
	case *ast.SelectStmt:
		c.refuse(n.Pos(), "select: %s", noChannels)
		return false
	case *ast.SendStmt:
		c.refuse(n.Pos(), "send: %s", noChannels)
		return false
	case *ast.TypeSwitchStmt:
		c.refuse(n.Pos(), "type switch: %s", noInterfaces)
		return false
	case *ast.AssignStmt:
		c.assign(n)
		return false
	case *ast.IncDecStmt:
		c.assigned(n.X)
	case *ast.RangeStmt:
		c.inspect(n.X)
		for _, v := range []ast.Expr{n.Key, n.Value} {
			if v == nil {
				continue
			}
			if n.Tok != token.DEFINE {
				c.assigned(v)
				c.inspect(v)
			}
		}
		ast.Inspect(n.Body, c.visit)
		return false
	case *ast.DeclStmt:
		c.declare(n)
		return false
	case *ast.BranchStmt:
		return false // its label is not an expression
	case *ast.LabeledStmt:
		ast.Inspect(n.Stmt, c.visit)
		return false
	}
	return true
}

// inspect checks an expression and says whether it was refused.
func (c *checker) inspect(e ast.Expr) bool {
	n := len(c.refused)
	ast.Inspect(e, c.visit)
	return len(c.refused) > n
}

// assign checks an assignment or a short declaration.
func (c *checker) assign(a *ast.AssignStmt) {
	bad := false
	for _, r := range a.Rhs {
		bad = c.inspect(r) || bad
	}
	for _, l := range a.Lhs {
		if id, ok := l.(*ast.Ident); ok && a.Tok == token.DEFINE {
			if v, ok := c.info.Defs[id].(*types.Var); ok && !bad {
				c.variable(id, v)
			}
			continue
		}
		if !c.assigned(l) {
			c.inspect(l)
		}
	}
}

// declare checks a var declaration inside a function. Local types and
// constants are judged where they are used.
func (c *checker) declare(n *ast.DeclStmt) {
	d, ok := n.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return
	}
	for _, sp := range d.Specs {
		vs, ok := sp.(*ast.ValueSpec)
		if !ok {
			continue
		}
		bad := vs.Type != nil && c.packageUses(vs.Type)
		for _, v := range vs.Values {
			bad = c.inspect(v) || bad
		}
		for _, id := range vs.Names {
			if v, ok := c.info.Defs[id].(*types.Var); ok && !bad {
				c.variable(id, v)
			}
		}
	}
}

// variable checks the type of a local variable.
func (c *checker) variable(id *ast.Ident, v *types.Var) {
	if why := whyNot(v.Type()); why != "" {
		c.refuse(id.Pos(), "%s: %s", id.Name, why)
	}
}

// assigned refuses an assignment to a package-level variable.
func (c *checker) assigned(lhs ast.Expr) bool {
	id := rootIdent(lhs)
	if id == nil {
		return false
	}
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() != c.pkg.Scope() {
		return false
	}
	c.refuse(lhs.Pos(), "assignment to the package-level variable %s, which all lanes share; use a local variable and return it", id.Name)
	return true
}

// rootIdent returns the variable that an addressable expression is part of, or
// nil.
func rootIdent(e ast.Expr) *ast.Ident {
	for {
		switch u := e.(type) {
		case *ast.Ident:
			return u
		case *ast.ParenExpr:
			e = u.X
		case *ast.IndexExpr:
			e = u.X
		case *ast.SliceExpr:
			e = u.X
		case *ast.SelectorExpr:
			e = u.X
		default:
			return nil
		}
	}
}
