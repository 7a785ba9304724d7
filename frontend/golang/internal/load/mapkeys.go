package load

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// The keys of a map in their order, and in none:
//
//	for _, k := range slices.Sorted(maps.Keys(m)) { … }
//	keys := slices.Collect(maps.Keys(m))
//	slices.Sort(keys)
//
// Package maps gives them to a function that it is handed, one after the other in any order, and what that makes of
// them, nobody knows. So the first becomes a call of a function that is added to package maps, which collects and sorts
// them, and the second a loop over the map,
//
//	keys := maps.Lockstep_NoKeys(m)
//	for key := range m { keys = append(keys, key) }
//
// With slices.SortedFunc there is a call of slices.SortFunc behind that loop, before the statement if that is a loop
// over the sorted keys. A loop over maps.Keys(m) or maps.All(m) is one over m, and all is the same for maps.Values.
// Whether the order matters is then looked at as for every loop over a map.

// addedToMaps is the file that is added to package maps.
const addedToMaps = `package maps

import (
	"cmp"
	"slices"
)

func Lockstep_SortedKeys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func Lockstep_SortedValues[M ~map[K]V, K comparable, V cmp.Ordered](m M) []V {
	var values []V
	for _, v := range m {
		values = append(values, v)
	}
	slices.Sort(values)
	return values
}

func Lockstep_NoKeys[M ~map[K]V, K comparable, V any](m M) []K { return nil }

func Lockstep_NoValues[M ~map[K]V, K comparable, V any](m M) []V { return nil }
`

// WrittenAs is what a source has where a function is called that is written in the place of another, or "" for other
// functions.
func WrittenAs(name string) string {
	switch name {
	case "maps.Lockstep_SortedKeys":
		return "slices.Sorted(maps.Keys(m))"
	case "maps.Lockstep_SortedValues":
		return "slices.Sorted(maps.Values(m))"
	}
	return ""
}

// IsAdded reports whether a file of an imported package is one that is added to it, which nobody can look into.
func IsAdded(file string) bool { return strings.HasPrefix(path.Base(file), ownPrefix) }

// collectKeys changes a file that was parsed so.
func collectKeys(f *ast.File) {
	c := &keyCollector{slices: importName(f, "slices"), maps: importName(f, "maps")}
	if c.maps == "" {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			n.List = c.statements(n.List)
		case *ast.CaseClause:
			n.Body = c.statements(n.Body)
		case *ast.CallExpr:
			if of, arg := c.sequence(n, "Sorted"); of != "" {
				n.Fun, n.Args = c.added(n, "Sorted"+of), []ast.Expr{arg}
			}
		case *ast.RangeStmt:
			c.over(n)
		}
		return true
	})
}

// importName is the name of an imported package in a file, or empty.
func importName(f *ast.File, of string) string {
	for _, spec := range f.Imports {
		switch {
		case importPath(spec) != of:
		case spec.Name == nil:
			return of
		default:
			return spec.Name.Name
		}
	}
	return ""
}

// keyCollector knows what the packages are called in a file.
type keyCollector struct {
	slices, maps string
	made         int // variables
}

// sequence reports whether a call of a function of package slices is of the "Keys" or of the "Values" of a map, and of
// which map. It returns an empty text if it is of neither.
func (c *keyCollector) sequence(call *ast.CallExpr, function string) (of string, m ast.Expr) {
	if !isSelector(call.Fun, c.slices, function) || len(call.Args) == 0 {
		return "", nil
	}
	return c.partsOf(call.Args[0], "Keys", "Values")
}

// partsOf is sequence for what such a call is of, by names of functions of package maps.
func (c *keyCollector) partsOf(e ast.Expr, names ...string) (of string, m ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", nil
	}
	for _, of := range names {
		if isSelector(call.Fun, c.maps, of) {
			return of, call.Args[0]
		}
	}
	return "", nil
}

// over makes a loop over the keys or values of a map, or over both, one over the map.
func (c *keyCollector) over(loop *ast.RangeStmt) {
	of, m := c.partsOf(loop.X, "Keys", "Values", "All")
	if of == "" {
		return
	}
	if loop.X = m; of == "Values" && loop.Key != nil {
		loop.Key, loop.Value = &ast.Ident{NamePos: loop.Key.Pos(), Name: "_"}, loop.Key
	}
}

// isSelector reports whether an expression is a name of a package. A variable of the package's name is another thing.
func isSelector(e ast.Expr, pkg, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == pkg && id.Obj == nil
}

// added is a function that is added to package maps, at the place of a call.
func (c *keyCollector) added(call *ast.CallExpr, name string) ast.Expr {
	return &ast.SelectorExpr{X: &ast.Ident{NamePos: call.Pos(), Name: c.maps},
		Sel: &ast.Ident{NamePos: call.Pos(), Name: "Lockstep_" + name}}
}

// statements are those of a list, with loops behind what collects keys or values to a variable.
func (c *keyCollector) statements(list []ast.Stmt) (out []ast.Stmt) {
	for _, s := range list {
		if collects := c.beforeLoop(s); collects != nil {
			out = append(append(out, collects), c.collecting(collects)...)
		}
		out = append(append(out, s), c.collecting(s)...)
	}
	return out
}

// beforeLoop is a statement that gives what a loop goes over to a variable, where that is collected, and nil for other
// statements. The loop goes over the variable then.
func (c *keyCollector) beforeLoop(s ast.Stmt) ast.Stmt {
	loop, ok := s.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	call, ok := loop.X.(*ast.CallExpr)
	if !ok || c.sorter(call) == "" {
		return nil
	}
	c.made++
	name := "lockstep_list" + strconv.Itoa(c.made)
	at := loop.Pos()
	loop.X = &ast.Ident{NamePos: at, Name: name}
	return &ast.AssignStmt{Lhs: []ast.Expr{&ast.Ident{NamePos: at, Name: name}}, TokPos: at, Tok: token.DEFINE,
		Rhs: []ast.Expr{call}}
}

// sorters are the functions of package slices that sort as others do which collect what they sort.
var sorters = map[string]string{"SortedFunc": "SortFunc", "SortedStableFunc": "SortStableFunc"}

// sorter is the function of package slices that sorts as a call does which collects keys or values and sorts them by a
// comparison, and empty for other calls.
func (c *keyCollector) sorter(call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sorters[sel.Sel.Name] == "" || len(call.Args) != 2 {
		return ""
	}
	if of, m := c.sequence(call, sel.Sel.Name); of == "" || rootOf(m) == nil {
		return ""
	}
	return sorters[sel.Sel.Name]
}

// collecting are the statements that collect what a statement does, from a variable or field, and none for other
// statements. The statement gives nothing then.
func (c *keyCollector) collecting(s ast.Stmt) []ast.Stmt {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil
	}
	list, isVar := assign.Lhs[0].(*ast.Ident)
	call, isCall := assign.Rhs[0].(*ast.CallExpr)
	if !isVar || !isCall || list.Name == "_" {
		return nil
	}
	sorts := c.sorter(call)
	if of, _ := c.sequence(call, "Collect"); of == "" && sorts == "" {
		return nil
	}
	of, arg := c.partsOf(call.Args[0], "Keys", "Values")
	if m := rootOf(arg); m == nil || m.Name == list.Name {
		return nil
	}
	at := s.End() // where the variable is known
	name := func(name string) *ast.Ident { return &ast.Ident{NamePos: at, Name: name} }
	loop := &ast.RangeStmt{For: at, TokPos: at, Tok: token.DEFINE, Range: at, X: arg}
	const element = "lockstep_element"
	if loop.Key = name(element); of == "Values" {
		loop.Key, loop.Value = name("_"), name(element)
	}
	more := &ast.CallExpr{Fun: name("append"), Lparen: at, Args: []ast.Expr{name(list.Name), name(element)}, Rparen: at}
	loop.Body = &ast.BlockStmt{Lbrace: at, Rbrace: at, List: []ast.Stmt{&ast.AssignStmt{
		Lhs: []ast.Expr{name(list.Name)}, TokPos: at, Tok: token.ASSIGN, Rhs: []ast.Expr{more}}}}
	out := []ast.Stmt{loop}
	if sorts != "" {
		by := &ast.SelectorExpr{X: &ast.Ident{NamePos: call.Pos(), Name: c.slices}, Sel: &ast.Ident{NamePos: call.Pos(),
			Name: sorts}}
		out = append(out, &ast.ExprStmt{X: &ast.CallExpr{Fun: by, Lparen: call.Lparen,
			Args: []ast.Expr{name(list.Name), call.Args[1]}, Rparen: call.Rparen}})
	}
	call.Fun, call.Args = c.added(call, "No"+of), []ast.Expr{arg}
	return out
}

// rootOf is the variable that an expression is, or is a field of, and nil for other expressions.
func rootOf(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return rootOf(e.X)
	}
	return nil
}
