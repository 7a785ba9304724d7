package opgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/asmgen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestLibraryKernels requires code for every function of package libm on every
// target. (A row that has none is left to the portable kernel without a word,
// which is right for odd operations and would be a loss here.)
func TestLibraryKernels(t *testing.T) {
	var want []string
	for _, o := range opcodes(optab.Table) {
		if o.Libm != "" {
			want = append(want, o.mnemonic())
		}
	}
	for _, target := range []asmgen.Target{asmgen.AVX512, asmgen.AVX2, asmgen.NEON} {
		t.Run(target.Name(), func(t *testing.T) {
			funcs, err := libraryFuncs(target, optab.Table)
			require.NoError(t, err)
			file, err := asmgen.Kernels(target, "math", funcs, "")
			require.NoError(t, err)
			require.Equal(t, want, file.Names)
		})
	}
}
