package engine

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestScalarColour: where no register is left for any of the variables that have none yet, one of
// them is given up all the same. The program was found by gofuzz, seed 601, and made smaller.
func TestScalarColour(t *testing.T) {
	skipWithoutScalar(t)
	text, err := os.ReadFile("testdata/colour.lockstep")
	require.NoError(t, err)
	p, err := program.Parse("colour.lockstep", string(text))
	require.NoError(t, err)
	_, err = CompileScalar(p, Options{})
	require.NoError(t, err)
}
