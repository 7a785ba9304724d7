package opgen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
)

// TestSameKernels: what one target has code for, all have. A target that lacks
// an instruction leaves the kernel out silently, which is not meant to happen
// unseen.
func TestSameKernels(t *testing.T) {
	for _, group := range machineGroups {
		want := mnemonics(t, codegen.AVX512, group.name)
		require.NotEmpty(t, want)
		for _, target := range []codegen.Target{codegen.AVX2, codegen.NEON} {
			if !group.has(target) {
				continue
			}
			require.Equal(t, want, mnemonics(t, target, group.name), "%s, %s", target.Name(), group.name)
		}
	}
}

// mnemonics reads the list in a generated Go file.
func mnemonics(t *testing.T, target codegen.Target, group string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "simd", codegen.FileName(target, group)+".go"))
	require.NoError(t, err)
	var list []string
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "\t\""); ok {
			list = append(list, strings.TrimRight(name, "\",\n"))
		}
	}
	return list
}
