package realcode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
)

// source has functions whose wrappers are easily not Go.
const source = `package p

type Setter interface{ Set(float64) }

type point struct{ X, Y float64 }

type Curve []point

type Corner [2]point

type Step struct{ By float64 }

func (Step) Move(_ int, x float64, _ Setter) float64 { return x }

func Nameless(int, Setter, float64) float64 { return 0 }

func (c Curve) Start(t float64) float64 { return c[0].X*t }

func (c Corner) End(s Setter) float64 { return c[1].X }

func (c *Step) Named(_ Setter, x float64) float64 { return x }
`

// TestWrappersAreGo has Go's type checker look at wrappers of functions whose parameters have no names, and says that
// nobody else writes the elements of a type.
func TestWrappersAreGo(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	require.NoError(t, err)
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	found := functions(&Package{Path: "p"}, pkg)
	var names []string
	for _, f := range found.Functions {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"Nameless", "Step.Move", "Step.Named"}, names)
	require.Equal(t, []Other{{"Corner.End", "takes an unexported type"}, {"Curve.Start", "takes an unexported type"}},
		found.Others)
	user, err := parser.ParseFile(fset, "user.go", userSource(found), 0)
	require.NoError(t, err, "%s", userSource(found))
	_, err = (&types.Config{Importer: importOf{pkg}}).Check("user", fset, []*ast.File{user}, nil)
	require.NoError(t, err, "%s", userSource(found))
}

// importOf imports one package.
type importOf struct{ *types.Package }

func (o importOf) Import(string) (*types.Package, error) { return o.Package, nil }
