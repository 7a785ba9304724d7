package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/simd"
)

// Every selected kernel runs under every implementation that has it.
func TestTables(t *testing.T) {
	b := bench{rounds: 1, lanes: 128, impls: measure.Implementations(), speed: 4,
		only: []string{"add.f", "lt.i32", "div.i64", "select.bool", "reduce_add.f64", "Pack"}}
	table := b.table("", b.operations())
	require.Len(t, table.Rows, 6)
	for _, row := range table.Rows {
		require.Len(t, row, len(table.Columns))
		require.NotEqual(t, "–", row[2], "%s has a portable kernel", row[0])
	}
	require.Equal(t, "24", table.Rows[2][1], "add.f64 reads and writes three numbers")
	require.Equal(t, simd.Portable, b.impls[0])

	moves := b.moveTable(b.moves())
	require.Len(t, moves.Rows, 1)
	require.Equal(t, "Pack", moves.Rows[0][0])
}
