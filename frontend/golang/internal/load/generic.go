package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"slices"
	"strings"
)

// An instance of a generic function, Sum[float64] or Vec[float32].Norm, is compiled
// as the function that a user would write to call it: its parameters have the types
// that the type arguments make of those of the generic one. It is in a file of its own
// with the imports of the generic function's file.

// IsInstance reports whether a name has type arguments.
func IsInstance(fn string) bool { return strings.Contains(fn, "[") }

// Generic returns the name of the generic function that an instance is of: Vec.Norm of
// Vec[float32].Norm.
func Generic(fn string) string {
	from, to := strings.Index(fn, "["), strings.LastIndex(fn, "]")
	if from < 0 || to < from {
		return fn
	}
	return fn[:from] + fn[to+1:]
}

// Instance writes the file with the function that calls an instance of a generic function
// of some files, and returns it with the function's name. The error says what is wrong
// with the name.
func Instance(files []File, fn string) (file File, name string, err error) {
	generic, args, method, err := splitInstance(fn)
	if err != nil {
		return file, "", err
	}
	full := generic
	if method != "" {
		full += "." + method
	}
	for _, f := range files {
		if isAssembly(f.Name) || !strings.Contains(f.Text, lastName(full)) {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, 0)
		if err != nil {
			continue // Parse reports it
		}
		for _, d := range parsed.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || FuncName(fd) != full || !IsGeneric(fd) {
				continue
			}
			name := words(generic, args, method)
			for isNamed(files, name) {
				name += "_"
			}
			text, err := callOf(parsed, fd, name, generic+"["+strings.Join(args, ", ")+"]", args)
			if err != nil {
				return file, "", fmt.Errorf("%s: %w", fn, err)
			}
			return File{Name: besideName(fn), Text: text, GoVersion: f.GoVersion}, name, nil
		}
	}
	return file, "", fmt.Errorf("no generic function %s, of which %s would be an instance", full, fn)
}

// InstanceOf is an instance of a generic function, as an example.
func InstanceOf(fd *ast.FuncDecl) string {
	args := strings.Repeat(", float64", max(1, len(typeParams(fd))))[2:]
	if fd.Recv == nil {
		return fd.Name.Name + "[" + args + "]"
	}
	return receiverType(fd) + "[" + args + "]." + fd.Name.Name
}

func lastName(fn string) string { return fn[strings.LastIndex(fn, ".")+1:] }

// splitInstance takes Vec[A, B].Norm to pieces.
func splitInstance(fn string) (generic string, args []string, method string, err error) {
	e, err := parser.ParseExpr(fn)
	if err != nil {
		return "", nil, "", fmt.Errorf("%s is not the name of a function with type arguments", fn)
	}
	text := func(e ast.Expr) string { return fn[e.Pos()-1 : e.End()-1] }
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e, method = sel.X, sel.Sel.Name
	}
	switch x := e.(type) {
	case *ast.IndexExpr:
		return text(x.X), []string{text(x.Index)}, method, nil
	case *ast.IndexListExpr:
		for _, a := range x.Indices {
			args = append(args, text(a))
		}
		return text(x.X), args, method, nil
	}
	return "", nil, "", fmt.Errorf("%s is not the name of a function with type arguments", fn)
}

// isNamed reports whether a name may be taken in some files.
func isNamed(files []File, name string) bool {
	return slices.ContainsFunc(files, func(f File) bool { return strings.Contains(f.Text, name) })
}

// callOf writes the file with the function that calls an instance.
func callOf(f *ast.File, fd *ast.FuncDecl, name, instance string, args []string) (string, error) {
	params := typeParams(fd)
	if len(params) != len(args) {
		return "", fmt.Errorf("it has %d type parameters, and there are %d type arguments; give all", len(params),
			len(args))
	}
	means := map[string]string{}
	for i, p := range params {
		means[p.Name] = args[i]
	}
	for _, list := range []*ast.FieldList{fd.Type.Params, fd.Type.Results} {
		for _, field := range fieldsOf(list) {
			ast.Inspect(field.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && means[id.Name] != "" {
					id.Name = means[id.Name] // as the printer writes it
				}
				_, selected := n.(*ast.SelectorExpr) // of another package
				return !selected
			})
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", f.Name.Name)
	for _, spec := range f.Imports {
		alias := ""
		if spec.Name != nil {
			alias = spec.Name.Name + " "
		}
		fmt.Fprintf(&b, "import %s%s\n", alias, spec.Path.Value)
	}
	var signature, given []string
	add := func(field *ast.Field, typ string) {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{ast.NewIdent("_")}
		}
		for _, id := range names {
			n := id.Name
			if n == "_" {
				n = fmt.Sprintf("p%d", len(given))
			}
			signature, given = append(signature, n+" "+typ), append(given, n)
		}
	}
	call := instance
	if fd.Recv != nil {
		typ := instance
		if _, ok := ast.Unparen(fd.Recv.List[0].Type).(*ast.StarExpr); ok {
			typ = "*" + instance
		}
		add(fd.Recv.List[0], typ)
		call = given[0] + "." + fd.Name.Name
	}
	receiver := len(given)
	spread := ""
	for _, field := range fieldsOf(fd.Type.Params) {
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			spread = "..."
		}
		add(field, printed(field.Type))
	}
	results, returns := "", ""
	if fd.Type.Results != nil {
		var list []string
		for _, field := range fd.Type.Results.List {
			typ := printed(field.Type)
			for _, id := range field.Names {
				list = append(list, id.Name+" "+typ)
			}
			if len(field.Names) == 0 {
				list = append(list, typ)
			}
		}
		results, returns = "("+strings.Join(list, ", ")+")", "return "
	}
	fmt.Fprintf(&b, "func %s(%s) %s {", name, strings.Join(signature, ", "), results)
	fmt.Fprintf(&b, " %s%s(%s%s) }\n", returns, call, strings.Join(given[receiver:], ", "), spread)
	return b.String(), nil
}

func fieldsOf(list *ast.FieldList) []*ast.Field {
	if list == nil {
		return nil
	}
	return list.List
}

// typeParams are the names of the type parameters of a function or of its receiver's
// type.
func typeParams(fd *ast.FuncDecl) (params []*ast.Ident) {
	if fd.Recv == nil {
		for _, field := range fd.Type.TypeParams.List {
			params = append(params, field.Names...)
		}
		return params
	}
	t := ast.Unparen(fd.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(star.X)
	}
	var list []ast.Expr
	switch x := t.(type) {
	case *ast.IndexExpr:
		list = []ast.Expr{x.Index}
	case *ast.IndexListExpr:
		list = x.Indices
	}
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			params = append(params, id)
		}
	}
	return params
}

func printed(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		panic(err) // it was parsed
	}
	return b.String()
}

// words makes a name of a function and its type arguments: SumFloat64.
func words(generic string, args []string, method string) string {
	name := generic
	for _, a := range append(slices.Clip(args), method) {
		for _, word := range strings.FieldsFunc(a, func(r rune) bool {
			return !(r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
		}) {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return name
}
