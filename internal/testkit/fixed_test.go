package testkit

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestFixed runs lowered programs that machine code had wrong once, and some that it changes
// before it is made.
func TestFixed(t *testing.T) {
	paths, err := filepath.Glob("testdata/fixed/*.lockstep")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		p, err := program.Parse(path, string(text))
		require.NoError(t, err)
		for seed := range uint64(6) {
			SameQuick(t, p, RandomLanes(p, 61, seed), Limits{Uniforms: RandomUniforms(p, seed)})
		}
	}
}
