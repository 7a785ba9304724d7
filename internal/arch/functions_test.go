package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxBody is how many lines a function has at most.
const maxBody = 80

// A function that takes more than a screen to read has parts with ideas of their own.
func TestFunctionLength(t *testing.T) {
	for _, f := range readAll(t) {
		if !f.hand || f.isTest() {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join("..", "..", filepath.FromSlash(f.name)), nil,
			parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if lines := fset.Position(fd.End()).Line - fset.Position(fd.Pos()).Line; lines >= maxBody {
				t.Errorf("%s: %s has %d lines, more than %d: split it by idea", f.name, fd.Name.Name, lines, maxBody)
			}
		}
	}
}
