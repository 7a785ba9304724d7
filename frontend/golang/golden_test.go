package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/golden"
)

// TestGoldens compares the program of the last function of each
// testdata/goldens/NAME.go with NAME.lockstep.
func TestGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/goldens/*.go")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			files := []golang.File{{Name: path, Text: string(text)}}
			fns, err := golang.Functions(files)
			require.NoError(t, err)
			p, err := golang.Compile(files, fns[len(fns)-1].Name, golang.Options{})
			require.NoError(t, err)
			golden.Text(t, strings.TrimSuffix(path, ".go")+".lockstep", p.String())
		})
	}
}
