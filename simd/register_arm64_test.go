//go:build !purego

package simd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNEON proves that the kernels of Advanced SIMD are those that run.
func TestNEON(t *testing.T) {
	undo, ok := Restrict("neon")
	require.True(t, ok)
	defer undo()
	for _, mnemonic := range []string{
		"add.f64", "mul.i64", "select.f32", "lt.u32", "div.i64", "convert_u64.f64", "popcount.u32", "and.bool",
		"exp.f64", "sin.f32",
	} {
		require.Equal(t, "neon", Chosen(mnemonic), mnemonic)
	}
}
