package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// TestScalarLooks: a block that a branch leads to, and that has a call without results and a branch, is not a second
// comparison. Found by drawn programs, seed 161001, program 488.
func TestScalarLooks(t *testing.T) {
	skipWithoutScalar(t)
	p, err := program.Parse("a.lockstep", `program looks source
var x : i64
var e : i64
var d : bool
var c : bool
var z : bool
var y : i64
var n : i64
var m : i64
func g(n) -> () {
from:
    z = le.i64 n, 0
    branch z, done, more
done:
    return
more:
    m = sub.i64 n, 1
    call g(m)
    return
}
func main(x, e) -> (y) {
start:
    y = copy x
    d = gt.i64 e, 4
    c = gt.i64 x, 3
    branch c, look, halt
look:
    call g(x)
    branch d, one, halt
one:
    y = add.i64 y, 5
    goto halt
}
`)
	require.NoError(t, err)
	low, err := lower.Lower(p)
	require.NoError(t, err)
	machine, err := batch.Compile(low)
	require.NoError(t, err)
	const lanes = 100
	in := inputs(machine.Params(), lanes)
	want, err := machine.Run(context.Background(), in)
	require.NoError(t, err)
	c, err := CompileScalar(p, Options{})
	require.NoError(t, err)
	compareRun(t, c, in, want, lanes, 1)
}
