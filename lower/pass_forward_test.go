package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// What a call copies to a scratch array of the callee is there, also if all of it is set to one number before: that is
// not written straight into the scratch array, where setting all elements means nothing.
func TestForwardToScratch(t *testing.T) {
	p, err := program.Parse("scratch.lockstep", `program scratch source

var n : i64
var r : i64
var a : i64[3]
var b : i64[3] scratch
var i : i64
var x : i64
var c : bool

func pick(b, i) -> (x) {
first:
    c = gt.i64 i, 2
    branch c, end, more
more:
    i = add.i64 i, 1
    x = call pick(b, i)
    x = add.i64 x, i
    goto halt
end:
    x = index.i64 b, 1
    goto halt
}

func main(n) -> (r) {
start:
    a = copy 7
    r = call pick(a, n)
    goto halt
}
`)
	require.NoError(t, err)
	for _, opts := range [][]lower.Option{nil, {lower.Copies()}} {
		q, err := lower.Lower(p, opts...)
		require.NoError(t, err)
		out, fault, err := interp.Run(q, []interp.Value{interp.Int64(0)})
		require.NoError(t, err)
		require.Nil(t, fault)
		require.Equal(t, interp.Int64(7+1+2+3), out[0], program.Print(q))
	}
}
