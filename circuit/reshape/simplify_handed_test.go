package reshape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A recursion hands on how much room there is and counts how deep it is, and nobody asks for either; what it may fault
// for it keeps.
func TestSimplifyHanded(t *testing.T) {
	p, err := program.Parse("handed.lockstep", `program handed source

var n     : i64
var r     : i64
var deep  : i64
var f.n   : i64
var room  : i64
var limit : i64
var f.r   : i64
var depth : i64
var none  : bool
var less  : i64
var rest  : i64
var at    : i64
var below : i64
var under : i64

func f(f.n, room, limit) -> (f.r, depth) {
start:
    none = eq.i64 f.n, 0
    branch none, end, on
on:
    less = sub.i64 f.n, 1
    rest = sub.i64 room, 1
    at = checkindex.i64 f.n, limit
    below, under = call f(less, rest, limit)
    f.r = add.i64 below, f.n
    depth = add.i64 under, 1
    return
end:
    f.r = copy 0
    depth = copy 0
    return
}

func main(n) -> (r) {
begin:
    r, deep = call f(n, 40, 50)
    goto halt
}
`)
	require.NoError(t, err)
	p, err = Simplify(p)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	text := program.Print(p)
	require.Contains(t, text, "func f(f.n, limit) -> (f.r) {")
	require.Contains(t, text, "below = call f(less, limit)")
	require.Contains(t, text, "checkindex")
	for _, name := range []string{"room", "rest", "depth", "under", "deep"} {
		require.NotContains(t, text, "var "+name)
	}
}
