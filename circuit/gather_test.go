package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// What both ways compute of different operands is computed behind them; not if a way's result is asked for on the way,
// if an operand is a literal, or if choosing operands costs more than computing.
func TestGather(t *testing.T) {
	p := parsed(t, `program gather source

var x : f64
var y : f64
var n : i64
var m : i64
var a : f64
var b : f64
var r : f64
var s : f64
var i : i64
var j : i64
var k : i64
var c : bool

func main(c, x, y, n, m) -> (r, s, i, j, k) {
start:
    i, s = copy n, y
    branch c, left, right
left:
    r = sqrt.f64 x
    r = add.f64 r, 1.0
    a = quo.f64 x, y
    i = mul.i64 n, 3
    j = xor.i64 n, m
    k = sub.i64 n, m
    b = neg.f64 x
    s = max.f64 b, y
    s = mul.f64 b, s
    goto done
right:
    r = sqrt.f64 y
    r = add.f64 r, 1.0
    a = quo.f64 y, x
    i = mul.i64 n, 5
    j = xor.i64 n, i
    k = sub.i64 i, n
    b = neg.f64 y
    s = mul.f64 b, y
    goto done
done:
    s = add.f64 s, a
    s = sub.f64 s, b
    goto halt
}
`)
	q, _ := circuit.Optimise(p, circuit.Options{})
	require.NoError(t, program.Verify(q))
	count := map[string]int{}
	for _, blk := range q.Graph.Blocks {
		for _, in := range blk.Instrs {
			if op := in.(*program.PrimOp); op.Op != program.OpCopy {
				count[op.Op.Info().Row.Name]++
			}
		}
	}
	require.Equal(t, map[string]int{"sqrt": 1, "add": 2, "quo": 1, "xor": 1, // gathered
		"max": 1, "neg": 2, "mul": 4, "sub": 3}, count, q)
}
