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
	want := map[string][]string{} // by group, of all its variants
	for _, group := range machineGroups {
		for _, target := range []codegen.Target{codegen.AVX512, codegen.AVX2, codegen.NEON} {
			if !group.has(target) {
				continue
			}
			got := mnemonics(t, target, group.Group)
			require.NotEmpty(t, got)
			if want[group.Name] == nil {
				want[group.Name] = got
			}
			require.Equal(t, want[group.Name], got, "%s, %s", target.Name(), group.FileName(target))
		}
	}
}

// mnemonics reads the list in a generated Go file.
func mnemonics(t *testing.T, target codegen.Target, group codegen.Group) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "simd", group.FileName(target)+".go"))
	require.NoError(t, err)
	var list []string
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "\t\""); ok {
			list = append(list, strings.TrimRight(name, "\",\n"))
		}
	}
	return list
}
