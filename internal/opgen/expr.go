package opgen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// body returns the statements of the Go function that computes an opcode's
// expression, and whether they are one return statement.
//
// "T" becomes the opcode's Go type. Where that type is a float, every sum,
// difference, product, quotient and result is wrapped in a conversion: the
// language lets a compiler fuse x*y + z into one rounding, and Go's does on
// arm64 and at GOAMD64=v3, but never across an explicit conversion. (So in a
// float row's expression those four operators are of type T. A row that breaks
// this does not compile.)
func (o opcode) body() (text string, single bool, err error) {
	src := o.ExprFor(o.Type)
	if !strings.Contains(src, "return") {
		src = "return " + src
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, o.mnemonic(), "package p; func _() {"+src+"}", 0)
	if err != nil {
		return "", false, fmt.Errorf("opgen: row %s: %w", o.Name, err)
	}
	list := f.Decls[0].(*ast.FuncDecl).Body
	if o.Type.IsFloat() {
		astutil.Apply(list, nil, func(c *astutil.Cursor) bool {
			if b, ok := c.Node().(*ast.BinaryExpr); ok && isArithmetic(b.Op) {
				c.Replace(convert("T", b))
			}
			return true
		})
	}
	if out := o.out(); out.IsFloat() {
		ast.Inspect(list, func(n ast.Node) bool {
			r, ok := n.(*ast.ReturnStmt)
			if !ok {
				return true
			}
			if _, name := r.Results[0].(*ast.Ident); !name && !isConversion(r.Results[0], "T", out.GoName()) {
				r.Results[0] = convert(out.GoName(), r.Results[0])
			}
			return true
		})
	}
	ast.Inspect(list, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "T" {
			id.Name = o.goType(o.Type)
		}
		return true
	})
	var b bytes.Buffer
	if err := format.Node(&b, fset, list.List); err != nil {
		return "", false, fmt.Errorf("opgen: row %s: %w", o.Name, err)
	}
	return b.String(), len(list.List) == 1, nil
}

func isArithmetic(op token.Token) bool {
	return op == token.ADD || op == token.SUB || op == token.MUL || op == token.QUO
}

func convert(to string, x ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(to), Args: []ast.Expr{x}}
}

func isConversion(x ast.Expr, names ...string) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	for _, name := range names {
		if ok && id.Name == name {
			return true
		}
	}
	return false
}

// in returns the types of the scalar function's operands: the row's, and for a
// reduction the two of its step.
func (o opcode) in() []optab.Type {
	if o.Form == optab.Reduce {
		return []optab.Type{o.Type, o.Type}
	}
	classes, _, _ := o.Signature()
	types := make([]optab.Type, len(classes))
	for i, c := range classes {
		types[i] = c.Of(o.Type)
	}
	return types
}

// out returns the result's type.
func (o opcode) out() optab.Type {
	_, out, _ := o.Signature()
	return out.Of(o.Type)
}

// hasScalar reports whether the opcode has a scalar function: what elementwise
// operations compute, and the step of a reduction.
func (o opcode) hasScalar() bool { return o.Form == optab.Elementwise || o.Form == optab.Reduce }

// byWords reports whether the opcode's function computes 64 lanes at once,
// from words of bits to a word of bits.
func (o opcode) byWords() bool { return o.Type == optab.Bool && o.BoolExpr != "" }

// goType returns the Go type of an operand or result of type t.
func (o opcode) goType(t optab.Type) string {
	if o.byWords() {
		return "uint64"
	}
	return t.GoName()
}

// function returns the name of the opcode's scalar function: "addF64".
func (o opcode) function() string {
	name := o.camel()
	return strings.ToLower(name[:1]) + name[1:]
}

// operandNames are the operands in the rows' expressions.
var operandNames = []string{"x", "y", "z"}

// parameters returns the parameter list of the opcode's function.
func (o opcode) parameters() string {
	var list []string
	in := o.in()
	for i, t := range in {
		if i+1 < len(in) && in[i+1] == t {
			list = append(list, operandNames[i])
		} else {
			list = append(list, operandNames[i]+" "+o.goType(t))
		}
	}
	return strings.Join(list, ", ")
}
