package golang

import (
	"go/importer"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestIntrinsics: every function of the packages that need no source is known.
func TestIntrinsics(t *testing.T) {
	real := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, path := range []string{"math", "math/bits"} {
		pkg, err := real.Import(path)
		if err != nil {
			t.Skip("no standard library here:", err)
		}
		for _, name := range pkg.Scope().Names() {
			if fn, ok := pkg.Scope().Lookup(name).(*types.Func); ok && fn.Exported() {
				assert.Contains(t, intrinsics, path+"."+name)
			}
		}
	}
}
