package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxBody is how many lines a function has at most.
const maxBody = 80

// longFunctions are rooms that have longer ones still, and how many.
var longFunctions = map[string]int{"engine": 5, "codegen": 2, "circuit": 1}

// A function that takes more than a screen to read has parts with ideas of their own.
func TestFunctionLength(t *testing.T) {
	found := map[string][]string{}
	for _, f := range readAll(t) {
		if !f.hand || f.isTest() {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, filepath.Join("..", "..", filepath.FromSlash(f.name)), nil,
			parser.SkipObjectResolution)
		require.NoError(t, err)
		room, _, _ := strings.Cut(f.dir(), "/")
		for _, d := range parsed.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if ok && fset.Position(fd.End()).Line-fset.Position(fd.Pos()).Line >= maxBody {
				found[room] = append(found[room], f.name+": "+fd.Name.Name)
			}
		}
	}
	for room, long := range found {
		if len(long) > longFunctions[room] {
			t.Errorf("%s has %d functions of more than %d lines, %d are known: split them by idea\n%s",
				room, len(long), maxBody, longFunctions[room], strings.Join(long, "\n"))
		}
	}
}
