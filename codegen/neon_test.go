package codegen

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestNEONKernel shows a whole kernel: four registers of two lanes make a byte
// of a bitmap.
func TestNEONKernel(t *testing.T) {
	pool := newPool("c")
	asm, ok, err := kernel(NEON, pool, Row(optab.Lookup("lt"), optab.F64))
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, strings.TrimLeft(`
	MOVD 16(R0), R3
	MOVD 40(R0), R6
	LSL  $6, R6
	MOVD 24(R0), R4
	MOVD 48(R0), R7
	LSL  $6, R7
	MOVD 8(R0), R9
	MOVD R1, R10
`, "\n"), asm[:strings.Index(asm, "\tMOVD $")])
	require.Contains(t, pool.Text(), "0x8040201008040201")
}
