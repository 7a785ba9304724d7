package lower

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// neverReturns has a function that gives two arrays, in turn those of a call, and never comes to its end.
const neverReturns = `program p source
uniform code : i64[5] = [1, 2, 0, 0, 2]
var depth : i64
var r0 : i32[3]
var r1 : i32[3]
var x : i32[3]
var y : i32[3]
var f : i64
var now : i64
var state : i64
var c : bool
func main(depth) -> (r0, r1) {
start:
r0, r1 = call f0(depth)
return
}
func f0(f) -> (x, y) {
entry:
x, y, state = copy 0, 0, 0
c = le.i64 f, 0
branch c, out, round
out:
return
round:
now = index.i64 code, state
state = add.i64 state, 7
f = sub.i64 f, 1
y, x = call f0(f)
goto round
}
`

// The results of a function have a place each, also if it never returns.
func TestResultsApart(t *testing.T) {
	p, err := program.Parse("p", neverReturns)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	q, err := Lower(p)
	require.NoError(t, err)
	require.NoError(t, program.Verify(q))
	for _, f := range q.Functions {
		out := program.Variables(f.VarsOut)
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(out))), len(out), q)
	}
}
