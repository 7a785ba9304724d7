package golang

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// expr checks an expression; false means that its children are done.
func (c *checker) expr(e ast.Expr) bool {
	tv := c.info.Types[e]
	if tv.IsType() {
		c.packageUses(e)
		return false
	}
	if tv.Value != nil {
		return c.constant(e, tv)
	}
	switch e := e.(type) {
	case *ast.Ident:
		c.ident(e)
	case *ast.BasicLit: // without a value: the type checker has refused it
	case *ast.FuncLit:
		c.refuse(e.Pos(), "function literal: %s", noFuncs)
		return false
	case *ast.CompositeLit:
		return c.composite(e, tv.Type)
	case *ast.SelectorExpr:
		return c.selector(e)
	case *ast.IndexExpr:
		return c.index(e.X, e.Index)
	case *ast.IndexListExpr:
		return c.index(e.X, e.Indices...)
	case *ast.CallExpr:
		return c.call(e)
	case *ast.SliceExpr:
		c.refuse(e.Pos(), "slicing: %s", noSlices)
		return false
	case *ast.TypeAssertExpr:
		c.refuse(e.Pos(), "type assertion: %s", noInterfaces)
		return false
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			c.refuse(e.Pos(), "&: %s", noPointers)
			return false
		case token.ARROW:
			c.refuse(e.Pos(), "receive: %s", noChannels)
			return false
		}
	}
	return true
}

// constant checks a constant: any is fine whose value fits a lane, however it
// was computed.
func (c *checker) constant(e ast.Expr, tv types.TypeAndValue) bool {
	switch tv.Value.Kind() {
	case constant.String:
		c.refuse(e.Pos(), "%s", noStrings)
	case constant.Complex:
		c.refuse(e.Pos(), "%s", noComplex)
	default:
		if why := whyNot(tv.Type); why != "" {
			c.refuse(e.Pos(), "%s", why)
		}
	}
	return false
}

// ident checks the use of a name.
func (c *checker) ident(id *ast.Ident) {
	if inst, ok := c.info.Instances[id]; ok {
		c.instance(id, inst)
	}
	switch obj := c.info.Uses[id].(type) {
	case *types.Func:
		if !c.callees[id] {
			c.refuse(id.Pos(), "%s used as a value: %s", id.Name, noFuncs)
			return
		}
		c.reach(obj)
	case *types.Var:
		if !obj.IsField() && obj.Parent() == c.pkg.Scope() {
			c.useGlobal(obj)
		}
	}
}

// instance checks the type arguments of a generic function. Its body may call
// any method that they have.
func (c *checker) instance(id *ast.Ident, inst types.Instance) {
	for t := range inst.TypeArgs.Types() {
		if why := whyNot(t); why != "" {
			c.refuse(id.Pos(), "%s: type argument %s: %s", id.Name, types.TypeString(t, types.RelativeTo(c.pkg)), why)
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			for m := range n.Methods() {
				c.reach(m)
			}
		}
	}
}

// composite checks a literal of a struct or array.
func (c *checker) composite(e *ast.CompositeLit, t types.Type) bool {
	if t == nil {
		return true
	}
	if e.Type != nil && c.packageUses(e.Type) {
		return false
	}
	if why := whyNot(t); why != "" {
		if _, ok := t.Underlying().(*types.Slice); ok {
			why = "slice literal: " + noSlices
			if _, ok := e.Type.(*ast.ArrayType); ok {
				why = "slice literals are not available in batched code; write [...]T{…}, which is an array, or a package-level table"
			}
		}
		c.refuse(e.Pos(), "%s", why)
		return false
	}
	_, isStruct := t.Underlying().(*types.Struct)
	for _, el := range e.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if !isStruct {
				c.inspect(kv.Key)
			}
			el = kv.Value
		}
		c.inspect(el)
	}
	return false
}

// selector checks x.y: a field, a package's member, or a method.
func (c *checker) selector(e *ast.SelectorExpr) bool {
	if c.foreign(e) {
		return false
	}
	sel, ok := c.info.Selections[e]
	if !ok { // a member of an available package
		if fn, ok := c.info.Uses[e.Sel].(*types.Func); ok && !c.callees[e] {
			c.refuse(e.Pos(), "%s used as a value: %s", fn.FullName(), noFuncs)
		}
		return false
	}
	switch sel.Kind() {
	case types.MethodExpr:
		c.refuse(e.Pos(), "method expression: %s", noFuncs)
		return false
	case types.MethodVal:
		if !c.callees[e] {
			c.refuse(e.Pos(), "method value %s: %s", e.Sel.Name, noFuncs)
			return false
		}
		fn := sel.Obj().(*types.Func)
		if _, ok := fn.Signature().Recv().Type().(*types.Pointer); ok && c.funcs[fn.Origin()] == nil {
			c.refuse(e.Sel.Pos(), "method %s has a pointer receiver: %s", e.Sel.Name, noPointers)
		}
		c.reach(fn)
	}
	c.inspect(e.X)
	return false
}

// index checks x[i], or the instantiation of a generic function.
func (c *checker) index(x ast.Expr, indices ...ast.Expr) bool {
	if id := calledIdent(x); id != nil {
		if _, ok := c.info.Instances[id]; ok {
			c.ident(id)
			return false
		}
	}
	c.inspect(x)
	for _, i := range indices {
		c.inspect(i)
	}
	return false
}

// call checks a call, a conversion or a built-in.
func (c *checker) call(e *ast.CallExpr) bool {
	fun := ast.Unparen(e.Fun)
	switch tv := c.info.Types[fun]; {
	case tv.IsType():
		if c.packageUses(fun) {
			return false
		}
		if why := whyNot(tv.Type); why != "" {
			c.refuse(e.Pos(), "conversion: %s", why)
			return false
		}
	case tv.IsBuiltin():
		name := "builtin"
		if id := calledIdent(fun); id != nil {
			name = id.Name
		}
		if !c.builtin(e, name) {
			return false
		}
	default:
		callee := fun
		switch f := fun.(type) {
		case *ast.IndexExpr:
			callee = ast.Unparen(f.X)
		case *ast.IndexListExpr:
			callee = ast.Unparen(f.X)
		}
		c.callees[callee] = true
		c.inspect(fun)
	}
	for _, a := range e.Args {
		c.inspect(a)
	}
	return false
}

// builtin checks a built-in function and says whether its arguments are still
// to be checked.
func (c *checker) builtin(e *ast.CallExpr, name string) bool {
	instead := map[string]string{
		"append": noSlices, "make": noSlices, "copy": "assign the array, or copy in a loop", "cap": "use len", "clear": "assign the zero value",
		"delete": noMaps, "new": noPointers, "close": noChannels,
		"print": "return the value and print it after the run", "println": "return the value and print it after the run",
		"recover": "a panic ends the lane and is reported as its fault; return a code instead",
		"complex": noComplex, "real": noComplex, "imag": noComplex,
	}
	switch name {
	case "len", "min", "max":
		return true
	case "panic":
		if len(e.Args) == 1 {
			if v := c.info.Types[e.Args[0]].Value; v == nil || v.Kind() != constant.String {
				c.refuse(e.Pos(), "panic takes a constant string in batched code; write panic(\"what is wrong\")")
			}
		}
		return false
	}
	why, ok := instead[name]
	if !ok {
		why = "use the functions of package math"
	}
	if t := c.info.TypeOf(e); name == "make" && t != nil && whyNot(t) != "" {
		why = whyNot(t)
	}
	c.refuse(e.Pos(), "%s is not available in batched code: %s", name, why)
	return false
}

// calledIdent returns the identifier that names a function, or nil.
func calledIdent(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}
