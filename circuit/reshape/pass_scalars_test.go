package reshape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A recursion that indexes an array by what it is given, and hands it on and back, keeps it: main, which fills it in a
// loop at a literal index, runs less often.
func TestScalarsOfRecursion(t *testing.T) {
	p, err := program.Parse("towers.lockstep", `program towers source

var n     : i64
var k     : i64
var go    : bool
var x     : i64
var y     : i64
var r     : i64
var t     : i64[3]
var after : i64[3]
var f.n   : i64
var f.at  : i64
var f.t   : i64[3]
var f.out : i64[3]
var one   : i64[3]
var two   : i64[3]
var none  : bool
var less  : i64
var to    : i64
var v     : i64

func f(f.n, f.at, f.t) -> (f.out) {
start:
    none = eq.i64 f.n, 0
    branch none, end, on
on:
    less = sub.i64 f.n, 1
    to = sub.i64 2, f.at
    one = call f(less, to, f.t)
    v = index.i64 one, f.at
    v = add.i64 v, f.n
    two = insert.i64 one, v, f.at
    f.out = call f(less, f.at, two)
    return
end:
    f.out = copy f.t
    return
}

func main(n) -> (r) {
begin:
    t = copy 1
    k = copy n
    goto loop
loop:
    x = index.i64 t, 0
    x = mul.i64 x, k
    t = insert.i64 t, x, 0
    k = sub.i64 k, 1
    go = gt.i64 k, 0
    branch go, loop, call
call:
    after = call f(n, 1, t)
    x = index.i64 after, 0
    y = index.i64 after, 2
    r = add.i64 x, y
    goto halt
}
`)
	require.NoError(t, err)
	p, err = scalars(p)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	require.Contains(t, program.Print(p), "func f(f.n, f.at, f.t) -> (f.out) {")
}
