package reshape

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// turnsProgram reads a row and writes another, in n rounds, and BODY says which are next.
const turnsProgram = `program p source
var n : i64
var a : f64[3,2]
var r : f64
var k : i64
var p : i64
var q : i64
var s : i64
var x : f64
var y : f64
var c : bool
func main(n, a) -> (r) {
start:
p, q, s, k = copy 0, 1, 2, 0
goto loop
loop:
c = lt.i64 k, n
branch c, body, done
body:
x = index.f64 a, p, INDEX
y = index.f64 a, q, 1
x = sub.f64 x, y
a = insert.f64 a, x, s, 0
k = add.i64 k, 1
BODY
goto loop
done:
r = index.f64 a, p, 1
y = index.f64 a, s, 0
r = sub.f64 r, y
return
}
`

// A loop whose rounds take turns at the rows of an array is there once for each turn, however many rounds there are; if
// lanes run together, where they take the same element.
func TestExpandTurns(t *testing.T) {
	for _, tt := range []struct {
		name, index, body string
		turns, alone      int // copies of the loop's body; the latter in code that runs one lane at a time
	}{
		{"two rows", "0", "p, q = copy q, p", 2, 2},
		{"three rows", "0", "p, q, s = copy q, s, p", 3, 3},
		{"one row computed of the other", "0", "q = copy p\np = sub.i64 1, p", 2, 2},
		{"in one round alone", "0", "p, q = copy q, s", 1, 1},
		{"in some lanes", "0", "c = lt.f64 x, y\np = select.i64 c, q, p", 1, 1},
		{"with another index that is not known", "k", "p = sub.i64 1, p", 1, 2},
		{"the same in each round", "0", "p = copy 0", 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := program.Parse("p", strings.NewReplacer("INDEX", tt.index, "BODY", tt.body).Replace(turnsProgram))
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			requireTurns(t, p, expand, tt.turns)
			requireTurns(t, p, turns, tt.alone)
		})
	}
}

// requireTurns looks for copies of the loop's body in what a pass gives, which must do what the program does.
func requireTurns(
	t *testing.T, p *program.Program, pass func(*program.Program) (*program.Program, error), copies int,
) {
	q, err := pass(p.Clone())
	require.NoError(t, err)
	require.NoError(t, program.Verify(q))
	require.Equal(t, copies, strings.Count(q.String(), "sub.f64 x, y"), q)
	rows := interp.Value{Type: program.TensorType{Dtype: program.F64, Shape: []int{3, 2}}}
	for i := range 6 {
		rows.Bits = append(rows.Bits, math.Float64bits(1+float64(i*i)/8))
	}
	for n := range uint64(8) {
		requireSame(t, p, q, interp.Scalar(program.I64, n), rows)
	}
}
