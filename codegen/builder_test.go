package codegen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestActive: what is rarely computed is not computed for lanes whose results do not matter, which may have operands
// that want it in every round of a loop.
func TestActive(t *testing.T) {
	b := NewBuilder("active", AVX2.Has)
	c, x, y, active := b.Param(optab.Bool), b.Param(optab.F64), b.Param(optab.F64), b.Param(optab.Bool)
	f := sample()
	b.Inline(f, c, x, y)
	b.Active = active
	b.Inline(f, c, x, y)
	var asked []Value
	for _, in := range b.F.Code {
		switch in.Op {
		case If, Merge:
			asked = append(asked, in.Args[0])
		}
	}
	require.Len(t, asked, 4)
	require.Equal(t, "not.bool", b.made(asked[0]).Op, "any lane opens the region")
	require.Equal(t, asked[0], asked[1])
	both := b.made(asked[2])
	require.Equal(t, "andnot.bool", both.Op, "an active lane does")
	require.Contains(t, both.Args, active)
	require.Equal(t, asked[2], asked[3])
}
