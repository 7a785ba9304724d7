package reshape

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// fillProgram counts in the leaves of a recursion over an array that it hands back, and LEAF is what the short way
// does.
const fillProgram = `program p source
var k : i64
var row : f64[64]
var n : i64
var m : i64
var a : f64[64]
var b : f64[64]
var x : f64
var c : bool
func main(k, row) -> (row) {
start:
row = call fill(k, row)
return
}
func fill(n, a) -> (b) {
entry:
c = lt.i64 n, 2
branch c, leaf, more
leaf:
LEAF
return
more:
x = index.f64 a, n
x = add.f64 x, 1.0
a = insert.f64 a, x, n
m = sub.i64 n, 1
a = call fill(m, a)
m = sub.i64 n, 2
b = call fill(m, a)
return
}
`

// A recursion's first test is made at its calls where the short way is short. To hand back an array is nothing.
func TestPeel(t *testing.T) {
	for _, tt := range []struct {
		name, leaf string
		peeled     bool
	}{
		{"handed back", "b = copy a", true},
		{"changed", "b = insert.f64 a, 7.0, 3", false},
		{"filled", "b = copy 0.5", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := program.Parse("p", strings.Replace(fillProgram, "LEAF", tt.leaf, 1))
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			q, err := peel(p.Clone())
			require.NoError(t, err)
			require.NoError(t, program.Verify(q))
			tests := map[bool]int{true: 3, false: 1}[tt.peeled] // one for each call, or one in the function
			require.Equal(t, tests, strings.Count(q.String(), "lt.i64"), q)
			for n := range uint64(9) {
				a := interp.Value{Type: program.Array(program.F64, 64), Bits: make([]uint64, 64)}
				requireSame(t, p, q, interp.Scalar(program.I64, n), a)
			}
		})
	}
}
