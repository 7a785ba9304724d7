package reshape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestTwins: what a block computes twice is computed once, and what another block knew does not count.
func TestTwins(t *testing.T) {
	p, err := program.Parse("twins.lockstep", `program twins source

var x : i64
var y : i64
var a : i64
var b : i64
var c : i64
var w : bool

func main(x, w) -> (a, b, c) {
start:
    y = copy x
    a = mul.i64 x, 3
    b = mul.i64 y, 3
    a = add.i64 a, 1
    c = add.i64 b, 1
    branch w, other, last
last:
    a = xor.i64 a, c
    b = sub.i64 x, a
    x = sub.i64 y, a
    a = shr.i64 b, 1
    b = shr.i64 x, 1
    c = sub.i64 x, a
    return
other:
    x = copy 5
    goto last
}
`)
	require.NoError(t, err)
	q, err := tidy(p.Clone())
	require.NoError(t, err)
	count := map[string]int{}
	for _, blk := range q.Graph.Blocks {
		for _, in := range blk.Instrs {
			if op := in.(*program.PrimOp); op.Op != program.OpCopy {
				count[blk.Name+" "+op.Op.Info().Row.Name]++
			}
		}
	}
	require.Equal(t, map[string]int{"start mul": 1, "start add": 1, "last xor": 1, "last sub": 3, "last shr": 2}, count)
}
