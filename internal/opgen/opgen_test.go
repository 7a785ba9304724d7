package opgen_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/opgen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

var generate = flag.Bool("generate", false, "write the generated files instead of comparing them")

// TestGenerated is the generator: it fails when a file in the tree is not what
// the table says, and with -generate it writes the file.
func TestGenerated(t *testing.T) {
	require.Empty(t, optab.Validate(optab.Table))
	root := filepath.Join("..", "..")
	for _, generator := range opgen.Generators {
		file, err := generator(optab.Table)
		require.NoError(t, err)
		t.Run(file.Path, func(t *testing.T) {
			path := filepath.Join(root, filepath.FromSlash(file.Path))
			if *generate {
				require.NoError(t, os.WriteFile(path, file.Text, 0o644))
				return
			}
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(file.Text), string(got),
				"stale; run go test ./internal/opgen -generate")
		})
	}
}
