package sourcetype_test

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/internal/shared/sourcetype"
)

// What this file declares is described twice: as Go compiled it, and as its source says.

type kind int8

type node struct {
	Value       float32
	Kind        kind
	Left, Right *node
	Children    []node
	ByName      map[string]*node
}

type base struct {
	Rate  float64 `json:"rate,omitempty"`
	Inner struct{ A, B uint16 }
}

type model struct {
	base
	Name   string
	Root   *node
	Nodes  []node
	Kinds  []kind // of another pool than Counts
	Counts []int8
	Matrix [][]float64
	Ragged [2][]int32
	Codes  [2]complex64 `json:"-"`
	Years  map[int]float64
	Pairs  map[[2]int]string
	Bytes  []byte
	Call   func()
	None   [0]int
	Flag   bool
	_      int
	Next   *model
}

func value() model {
	leaf := &node{Value: 3, Kind: -2}
	return model{
		base: base{Rate: 0.25}, Name: "höhe", Flag: true,
		Root:  &node{Value: 1, Left: leaf, Children: []node{{Value: 7, ByName: map[string]*node{"": nil}}, {}}},
		Nodes: []node{{Kind: 5, Right: &node{}}},
		Kinds: []kind{1, 2}, Counts: []int8{-128, 127},
		Matrix: [][]float64{{1, 2, 3}, {4, 5, math.MaxFloat64}}, Ragged: [2][]int32{{1}, {2, 3}},
		Years: map[int]float64{-3: 0.5}, Bytes: []byte("text"),
		Next: &model{Name: "text"},
	}
}

// typeOf is the type that a file of this directory declares.
func typeOf(t *testing.T, name string) *shared.Type {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "sourcetype_test.go", nil, 0)
	require.NoError(t, err)
	file.Decls = file.Decls[1:]
	for i, d := range file.Decls {
		if _, is := d.(*ast.FuncDecl); is {
			file.Decls = file.Decls[:i]
			break
		}
	}
	config := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := config.Check("model", fset, []*ast.File{file}, nil) // its imports are not there
	return sourcetype.Of(pkg.Scope().Lookup(name).Type())
}

// TestSameLayout: what encoding/json writes of a value is laid out as the value is.
func TestSameLayout(t *testing.T) {
	v := value()
	want, err := shared.Columns("m", v)
	require.NoError(t, err)
	text, err := json.Marshal(struct {
		base
		Name          string
		Root          *node
		Nodes         []node
		Kinds         []kind
		Counts        []int8
		Matrix        [][]float64
		Ragged        [2][]int32
		Years         map[int]float64
		Bytes         []byte
		Flag, NotThis bool
		Next          map[string]string
	}{v.base, v.Name, v.Root, v.Nodes, v.Kinds, v.Counts, v.Matrix, v.Ragged, v.Years, v.Bytes, v.Flag, true,
		map[string]string{"name": "text"}})
	require.NoError(t, err)
	declared := typeOf(t, "model")
	got, ignored, err := dataio.ReadUniformJSON(string(text), "m", declared)
	require.NoError(t, err)
	require.Equal(t, []string{"m.NotThis"}, ignored)
	laid, err := shared.LayOut("m", declared, got)
	require.NoError(t, err)
	require.Equal(t, want, laid)

	path := t.TempDir() + "/m.json"
	require.NoError(t, os.WriteFile(path, text, 0o666))
	again, _, err := dataio.ReadUniformJSON(path, "m", declared)
	require.NoError(t, err)
	require.Equal(t, got, again)
}
