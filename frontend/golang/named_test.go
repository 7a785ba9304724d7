package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// What messages call a value: a parameter and a variable by their names, also where ways meet that give it one
// each, and what has no name in the source as what it is to who reads of it.
func TestNamed(t *testing.T) {
	const text = `package p

func F(first int, on bool) int {
	sum := first
	if on && first > 1 || first < -7 {
		sum += 2
	}
	var xs [4]int
	return sum + xs[first&3]
}`
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", text, 0)
	require.NoError(t, err)
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{},
	}
	checked, err := (&types.Config{}).Check("p", files, []*ast.File{file}, info)
	require.NoError(t, err)
	pkg := ssa.NewProgram(files, 0).CreatePackage(checked, []*ast.File{file}, info, false)
	pkg.Build()
	fn := pkg.Func("F")
	require.Equal(t, "first", named(fn.Params[0]))
	seen := map[string]bool{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Phi, *ssa.Alloc, *ssa.BinOp:
				seen[named(in.(ssa.Value))] = true
			}
		}
	}
	require.Equal(t, map[string]bool{"sum": true, "xs": true, "what is used": true}, seen)
}
