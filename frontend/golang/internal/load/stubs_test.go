package load

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStubs compares the stub packages with the real ones: the same functions
// with the same types, and the same constants with the same values.
func TestStubs(t *testing.T) {
	real := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for path := range stubSources {
		want, err := real.Import(path)
		if err != nil {
			t.Skip("no standard library here:", err)
		}
		got := stubPackages[path]()
		for _, name := range want.Scope().Names() {
			if !ast.IsExported(name) {
				continue
			}
			w, g := want.Scope().Lookup(name), got.Scope().Lookup(name)
			if !assert.NotNil(t, g, "%s.%s", path, name) {
				continue
			}
			assert.Equal(t, types.TypeString(w.Type(), nil), types.TypeString(g.Type(), nil), name)
			if w, ok := w.(*types.Const); ok {
				assert.True(t, constant.Compare(w.Val(), token.EQL, g.(*types.Const).Val()), "%s.%s", path, name)
			}
		}
		for _, name := range got.Scope().Names() {
			assert.NotNil(t, want.Scope().Lookup(name), "%s has no %s", path, name)
		}
	}
}

// TestBodies compares the functions that stand in the place of those of a package with these.
func TestBodies(t *testing.T) {
	fset := token.NewFileSet()
	real := importer.ForCompiler(fset, "source", nil)
	for path := range bodies {
		if path == formatPath { // which is nobody's but ours
			continue
		}
		want, err := real.Import(path)
		if err != nil {
			t.Skip("no standard library here:", err)
		}
		var files []*ast.File
		for _, f := range bodiesOf(path) {
			file, err := parser.ParseFile(fset, f.Name, f.Text, 0)
			assert.NoError(t, err)
			files = append(files, file)
		}
		got, err := (&types.Config{Importer: real}).Check(path, fset, files, nil)
		assert.NoError(t, err)
		for _, name := range got.Scope().Names() {
			if !token.IsExported(name) {
				continue
			}
			if w := want.Scope().Lookup(name); assert.NotNil(t, w, "%s has no %s", path, name) {
				assert.Equal(t, types.TypeString(w.Type(), nil), types.TypeString(got.Scope().Lookup(name).Type(), nil))
			}
		}
	}
}
