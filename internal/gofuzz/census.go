package gofuzz

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// census counts which constructs of the language programs had, and which of
// them lanes got to. It looks at the text and at what the oracle ran, not at
// what the generator meant to do. A line counts as a whole.
type census struct {
	made, reached map[string]int // programs, by construct
}

func newCensus() *census { return &census{map[string]int{}, map[string]int{}} }

// line is a place in the source.
type line struct {
	file string
	line int
}

// add counts a program that the frontend compiled.
func (s *census) add(p *Program, c *checked, compiled *program.Program) error {
	lines, err := p.linesRun(c, compiled)
	if err != nil {
		return err
	}
	made, reached := map[string]bool{}, map[string]bool{}
	for i, f := range c.files {
		file := ""
		if i > 0 {
			file = p.ImportPath(p.Packages[i].Path) + "/" + fileName(p.Packages[i])
		}
		v := &constructs{c: c, called: map[*ast.SelectorExpr]bool{}}
		v.found = func(kind string, n ast.Node) {
			made[kind] = true
			if lines[line{file, c.fset.Position(n.Pos()).Line}] {
				reached[kind] = true
			}
		}
		ast.Inspect(f, v.visit)
	}
	for k := range made {
		s.made[k]++
	}
	for k := range reached {
		s.reached[k]++
	}
	return nil
}

// linesRun returns the lines of which the oracle runs an instruction, over all
// inputs.
func (p *Program) linesRun(c *checked, compiled *program.Program) (map[line]bool, error) {
	oracle, err := interp.New(compiled)
	if err != nil {
		return nil, err
	}
	ran := map[string]bool{}
	for _, in := range p.Inputs {
		uniforms := map[string]interp.Value{}
		lane := p.lane(c, in, uniforms)
		opts := []interp.Option{interp.MaxSteps(maxSteps), interp.Trace(func(block string) { ran[block] = true })}
		for name, v := range uniforms {
			opts = append(opts, interp.WithUniform(name, v.Bits...))
		}
		if _, _, err := oracle.Run(lane, opts...); err != nil {
			return nil, err
		}
	}
	lines := map[line]bool{}
	see := func(pos program.Pos) {
		file := pos.File
		if file == compiled.File {
			file = ""
		}
		lines[line{file, pos.Line}] = true
	}
	for _, fn := range compiled.Functions {
		for _, b := range fn.Graph.Blocks {
			if ran[b.Name] {
				for _, in := range b.Instrs {
					see(in.Position())
				}
				see(b.Term.Position())
			}
		}
	}
	return lines, nil
}

// constructs finds what a text is made of.
type constructs struct {
	c      *checked
	found  func(kind string, n ast.Node)
	called map[*ast.SelectorExpr]bool
}

// classOf is the word of the census for a type.
func classOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return "string"
		case info&types.IsBoolean != 0:
			return "bool"
		case info&types.IsComplex != 0:
			return "complex"
		case info&types.IsFloat != 0:
			return "float"
		case u.Kind() == types.Int8 || u.Kind() == types.Int16 || u.Kind() == types.Uint8 || u.Kind() == types.Uint16:
			return "narrow"
		}
		return "int"
	case *types.Interface:
		if _, ok := t.(*types.TypeParam); ok {
			return "T"
		}
		if !isError(t) {
			return "interface"
		}
		return "error"
	case *types.Struct:
		return "struct"
	case *types.Array:
		return "array"
	case *types.Slice:
		return "slice"
	case *types.Pointer:
		return "pointer"
	case *types.Signature:
		return "func"
	}
	return "other"
}

func (v *constructs) visit(n ast.Node) bool {
	c := v.c
	of := func(e ast.Expr) string { return classOf(c.info.TypeOf(e)) }
	switch n := n.(type) {
	case *ast.BinaryExpr:
		v.found(n.Op.String()+" "+of(n.X), n)
	case *ast.UnaryExpr:
		v.found("unary "+n.Op.String(), n)
	case *ast.StarExpr:
		if c.info.Types[n].IsValue() {
			v.found("dereference", n)
		}
	case *ast.IndexExpr:
		if c.info.Types[n.X].IsValue() && of(n.X) != "func" {
			v.found("index "+of(n.X), n)
		}
	case *ast.SliceExpr:
		v.found(fmt.Sprintf("slice of %s, 3 indices %t", of(n.X), n.Slice3), n)
	case *ast.SelectorExpr:
		if sel := c.info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal {
			v.found("field", n)
			if sel.Indirect() {
				v.found("field through a pointer", n)
			}
			if len(sel.Index()) > 1 {
				v.found("promoted field", n)
			}
		} else if sel != nil {
			v.method(n, sel)
		}
	case *ast.CompositeLit:
		keyed := len(n.Elts) > 0
		for _, x := range n.Elts {
			if _, ok := x.(*ast.KeyValueExpr); !ok {
				keyed = false
			}
		}
		v.found(fmt.Sprintf("literal %s, keyed %t", of(n), keyed), n)
	case *ast.FuncLit:
		v.found("function literal", n)
	case *ast.CallExpr:
		v.call(n)
	case *ast.TypeAssertExpr:
		v.found("type assertion", n)
	case *ast.FuncDecl:
		v.local(n)
	case ast.Stmt:
		v.statement(n)
	}
	return true
}

// statement finds what a statement is.
func (v *constructs) statement(n ast.Stmt) {
	of := func(e ast.Expr) string { return classOf(v.c.info.TypeOf(e)) }
	switch n := n.(type) {
	case *ast.IfStmt:
		v.found("if", n)
		if n.Init != nil {
			v.found("if with a statement", n)
		}
		if n.Else != nil {
			v.found("else", n)
		}
	case *ast.SwitchStmt:
		kind := "switch without a tag"
		if n.Tag != nil {
			kind = "switch " + of(n.Tag)
		}
		v.found(kind, n)
		for _, clause := range n.Body.List { // a constant's choice leaves no instruction
			if body := clause.(*ast.CaseClause).Body; len(body) > 0 {
				v.found(kind, body[0])
			}
		}
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List { // which is taken is known when compiling
			if body := clause.(*ast.CaseClause).Body; len(body) > 0 {
				v.found("type switch", body[0])
			}
		}
	case *ast.ForStmt:
		switch {
		case n.Cond == nil:
			if len(n.Body.List) > 0 {
				v.found("for ever", n.Body.List[0])
			}
		case n.Post == nil:
			v.found("while", n)
		default:
			v.found("for", n)
		}
	case *ast.RangeStmt:
		v.found("range "+of(n.X), n)
	case *ast.BranchStmt:
		v.found(strings.TrimSpace(n.Tok.String()+map[bool]string{true: " a label"}[n.Label != nil]), n)
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if t := v.c.info.TypeOf(r); t != nil && of(r) == "slice" {
				v.found("return slice", n)
			}
		}
		v.found(fmt.Sprintf("return %d", min(len(n.Results), 2)), n)
	case *ast.AssignStmt:
		switch {
		case len(n.Lhs) > 1 && len(n.Rhs) > 1:
			v.found("assignment of several", n)
		case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
			v.found(n.Tok.String(), n)
		}
	case *ast.IncDecStmt:
		v.found("++ "+of(n.X), n)
	}
}

// method finds how a method is named.
func (v *constructs) method(n *ast.SelectorExpr, sel *types.Selection) {
	switch {
	case sel.Kind() == types.MethodExpr:
		v.found("method expression", n)
		return
	case classOf(sel.Recv()) == "interface":
		v.found("call of an interface", n)
	case !v.called[n]:
		v.found("method value", n)
	}
	if len(sel.Index()) > 1 {
		v.found("promoted method", n)
	}
	recv := sel.Recv()
	if p, ok := recv.(*types.Pointer); ok {
		recv = p.Elem()
	}
	if named, ok := recv.(*types.Named); ok && named.TypeArgs() != nil {
		v.found("method of an instance", n)
	}
}

// local finds types that a function declares, by the lines that use them.
func (v *constructs) local(fn *ast.FuncDecl) {
	if fn.Body == nil {
		return
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if tn, ok := v.c.info.Uses[id].(*types.TypeName); ok && tn.Pkg() != nil &&
				tn.Parent() != tn.Pkg().Scope() && classOf(tn.Type()) == "struct" {
				v.found("local type", id)
			}
		}
		return true
	})
}

// call finds what a call is of.
func (v *constructs) call(n *ast.CallExpr) {
	c := v.c
	fun := ast.Unparen(n.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		v.called[sel] = true
	}
	if sig, ok := c.info.TypeOf(fun).(*types.Signature); ok && sig.Variadic() && len(n.Args) >= sig.Params().Len()-1 {
		if n.Ellipsis.IsValid() {
			v.found("variadic call with a slice", n)
		} else {
			v.found("variadic call", n)
		}
	}
	if c.info.Types[fun].IsType() {
		v.found("conversion "+classOf(c.info.TypeOf(n.Args[0]))+" to "+classOf(c.info.TypeOf(n)), n)
		return
	}
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
		v.found("type arguments", n)
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
		if sel := c.info.Selections[f]; sel != nil && sel.Kind() == types.FieldVal {
			v.found("call of a field", n)
			return
		}
		if sel := c.info.Selections[f]; sel != nil && sel.Kind() == types.MethodVal {
			recv := sel.Obj().(*types.Func).Signature().Recv().Type()
			v.found("method of a "+map[bool]string{true: "pointer", false: "value"}[classOf(recv) == "pointer"], n)
		}
	case *ast.FuncLit:
		v.found("call of a literal", n)
		return
	default:
		return
	}
	switch o := c.info.Uses[id].(type) {
	case *types.Builtin:
		v.found(o.Name(), n)
	case *types.Func:
		if path := o.Pkg().Path(); path == "math" || path == "math/bits" || path == "errors" || path == "fmt" {
			v.found(path, n)
		} else if strings.HasSuffix(path, "/"+libName) {
			v.found("call of the other package", n)
		}
		if o.Signature().TypeParams() != nil {
			v.found("generic call", n)
		}
	case *types.Var:
		v.found("call of a variable", n)
	}
}

// needed are the constructs that lanes must get to in a run of many programs.
// Jumps leave no instruction behind and are looked for in the text only.
var needed = strings.Split(`+ int|- int|* int|/ int|% int|& int|\| int|^ int|&^ int|<< int|>> int|== int|!= int|< int|<= int|> int|>= int
+ float|- float|* float|/ float|== float|!= float|< float|<= float|> float|>= float
+ narrow|- narrow|* narrow|/ narrow|% narrow|<< narrow|>> narrow|< narrow
&& bool|\|\| bool|== bool|!= bool|== struct|!= struct|== array|!= array|== error|!= error|== string
unary -|unary ^|unary !|unary &|dereference
index array|index slice|field|field through a pointer|promoted field
slice of array, 3 indices false|slice of slice, 3 indices false
literal struct, keyed false|literal struct, keyed true|literal array, keyed false|literal array, keyed true|literal slice, keyed false
function literal|call of a literal|call of a variable|method of a value|method of a pointer|generic call|type arguments|call of the other package
if|if with a statement|else|switch int|switch narrow|switch string|switch without a tag|for|for ever|while|range int|range array|range slice|range narrow
return 0|return 1|return 2|assignment of several|+=|-=|*=|/=|%=|&=|^=|<<=|>>=|++ int|++ float
conversion int to float|conversion float to int|conversion float to narrow|conversion int to narrow|conversion narrow to float|conversion int to int|conversion float to float
+ complex|- complex|* complex|/ complex|== complex|!= complex|unary -|real|imag|complex|conversion complex to complex
== slice|!= slice|range func|type switch|type assertion|call of a field
method of an instance|promoted method|method expression
method value|variadic call|variadic call with a slice|return slice
min|max|len|cap|copy|clear|append|make|math|math/bits|errors|fmt`, "\n")

// jumps are the constructs that must be in the text.
var jumps = []string{"break", "continue", "break a label", "continue a label", "goto a label", "fallthrough", "panic",
	"slice of array, 3 indices true",
	"call of an interface", "local type"}

// idle returns the needed constructs that no lane got to.
func (s *census) idle() (idle []string) {
	for _, list := range needed {
		for _, k := range splitKinds(list) {
			if s.reached[k] == 0 {
				idle = append(idle, fmt.Sprintf("%s (in %d programs)", k, s.made[k]))
			}
		}
	}
	for _, k := range jumps {
		if s.made[k] == 0 {
			idle = append(idle, k)
		}
	}
	return idle
}

// splitKinds splits at bars that no backslash precedes.
func splitKinds(list string) []string {
	const bar = "\x00"
	kinds := strings.Split(strings.ReplaceAll(list, `\|`, bar), "|")
	for i, k := range kinds {
		kinds[i] = strings.ReplaceAll(k, bar, "|")
	}
	return kinds
}

// String lists every construct with the programs that have it, and those in
// which a lane got to it.
func (s *census) String() string {
	var b strings.Builder
	var kinds []string
	for k := range s.made {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		fmt.Fprintf(&b, "%6d %6d %s\n", s.made[k], s.reached[k], k)
	}
	return b.String()
}
