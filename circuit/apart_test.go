package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// What one way through a loop needs, and what comes behind the loop, is computed in these two places: where it is
// computed once for both, each round does it.
func TestApartBehindLoop(t *testing.T) {
	p := parsed(t, `program apart source

var n : i64
var x : i64
var i : i64
var s : i64
var t : i64
var c : bool

func main(n, x) -> (s) {
start:
    i, s = copy 0, 0
    goto head
head:
    c = lt.i64 i, n
    branch c, body, done
body:
    i = add.i64 i, 1
    c = eq.i64 x, i
    branch c, rare, usual
rare:
    t = abs.i64 x
    s = sub.i64 s, t
    x = add.i64 x, s
    goto head
usual:
    x = add.i64 x, 1
    goto head
done:
    t = abs.i64 x
    s = mul.i64 s, t
    goto halt
}
`)
	q, _ := circuit.Optimise(p, circuit.Options{})
	require.NoError(t, program.Verify(q))
	var where []string
	for _, blk := range q.Graph.Blocks {
		for _, in := range blk.Instrs {
			if op := in.(*program.PrimOp); op.Op.Info().Row.Name == "abs" {
				where = append(where, blk.Name)
			}
		}
	}
	require.Equal(t, []string{"rare", "done"}, where, q)
}
