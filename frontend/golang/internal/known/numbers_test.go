package known

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// What an operation on numbers with limits is at most.
func TestLimited(t *testing.T) {
	for _, c := range []struct {
		row  string
		x, y program.Operand
		want program.Operand
	}{
		{"add", AtMost(3), Int64(4), AtMost(7)},
		{"add", AtMost(3), Varying(), Varying()},
		{"sub", AtMost(3), Int64(4), AtMost(-1)},
		{"sub", AtMost(3), AtMost(1), Varying()},
		{"mul", AtMost(3), Int64(4), AtMost(12)},
		{"mul", AtMost(3), Int64(-4), Varying()},
		{"div", AtMost(9), Int64(2), AtMost(4)},
		{"min", AtMost(9), AtMost(2), AtMost(2)},
		{"min", Varying(), AtMost(2), Varying()},
		{"checkindex", Varying(), AtMost(2), AtMost(2)},
		{"checkindex", AtMost(1), Varying(), AtMost(1)},
		{"xor", AtMost(1), AtMost(1), Varying()},
	} {
		require.Equal(t, c.want, Limited(c.row, program.I64, []program.Operand{c.x, c.y}), "%s %v %v", c.row, c.x, c.y)
	}
	require.Equal(t, Varying(), Limited("add", program.I32, []program.Operand{AtMost(1), AtMost(1)}),
		"limits are of i64 only")
}

// Limits are part of what a number is.
func TestLimitsJoin(t *testing.T) {
	n := func(o program.Operand) Value { return ScalarOf(program.I64, o) }
	for _, c := range []struct{ x, y, want program.Operand }{
		{AtMost(3), AtMost(3), AtMost(3)},
		{AtMost(3), AtMost(4), Varying()},
		{Int64(0), AtMost(4), AtMost(4)},
		{AtMost(4), Int64(5), Varying()},
		{Varying(), AtMost(4), Varying()},
		{Int64(1), Int64(2), AtMost(2)},
	} {
		got, ok := n(c.x).Join(n(c.y))
		require.True(t, ok)
		require.Equal(t, c.want, got.(Value)[0].Nums[0], "%v %v", c.x, c.y)
		same := string(n(c.x).AppendKey(nil)) == string(n(c.y).AppendKey(nil))
		require.Equal(t, c.x == c.y, same, "%v %v", c.x, c.y)
	}
	require.Equal(t, "?7", numberName(AtMost(7)))
}
