package opgen_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
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
			if line, want, found := difference(string(file.Text), string(got)); line > 0 {
				t.Errorf("stale; run go test ./internal/opgen -generate\nline %d is   %q\nand must be %q", line, found,
					want)
			}
		})
	}
}

// difference returns the first line in which two texts differ, or 0. Whole
// files of assembly are too long for a report.
func difference(want, got string) (line int, wantLine, gotLine string) {
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return i + 1, strings.TrimSpace(x), strings.TrimSpace(y)
		}
	}
	return 0, "", ""
}
