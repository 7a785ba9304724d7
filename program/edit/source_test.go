package edit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// A lowered program without calls does the same as one of the source dialect, where nothing jumps to its first block.
func TestAsSource(t *testing.T) {
	lowered, err := program.Parse("gcd", `program gcd lowered

var a : i64  register
var b : i64  register
var c : bool temporary
var t : i64  temporary

func main(a, b) -> (a) {
top:
    c = eq.i64 b, 0
    branch c, halt, step
step:
    t = rem.i64 a, b
    a = copy b
    b = copy t
    goto top
}
`)
	require.NoError(t, err)
	source, err := edit.AsSource(lowered)
	require.NoError(t, err)
	require.Equal(t, program.Source, source.Dialect)
	require.Equal(t, program.Lowered, lowered.Dialect)
	for _, in := range [][2]int64{{12, 18}, {7, 0}, {0, 0}, {-8, 6}} {
		args := []interp.Value{interp.Int64(in[0]), interp.Int64(in[1])}
		want, _, err := interp.Run(lowered, args)
		require.NoError(t, err)
		got, _, err := interp.Run(source, args)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}

	lowered, err = program.Parse("calls", `program calls lowered

var x : i64 full

func half(x) -> (x) at work
func main(x) -> (x) {
start:
    pushgoto done, work
work:
    x = shr.i64 x, 1
    return
done:
    goto halt
}
`)
	require.NoError(t, err)
	_, err = edit.AsSource(lowered)
	require.ErrorContains(t, err, "calls are left")
}
