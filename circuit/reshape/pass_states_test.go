package reshape

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// machineProgram interprets one of two programs: 0 ends with x, 1 adds 3, 2 halves, 3 goes to the argument if x is
// odd. The second of them has no end.
const machineProgram = `program p source
uniform op : i64[2,4] = [1, 3, 2, 0, 1, 2, 3, 1]
uniform arg : i64[2,4] = [0, 0, 0, 0, 0, 0, 0, 0]
var which : i64
var x : i64
var r : i64
var pc : i64
var now : i64
var to : i64
var left : i64
var bit : i64
var c : bool
func main(which, x) -> (r) {
start:
pc, left = copy 0, 20
goto loop
loop:
c = gt.i64 left, 0
branch c, fetch, late
fetch:
now = index.i64 op, which, pc
to = index.i64 arg, which, pc
pc = add.i64 pc, 1
left = sub.i64 left, 1
switch now, odd, 0: ended, 1: plus, 2: half
plus:
x = add.i64 x, 3
goto loop
half:
x = div.i64 x, 2
goto loop
odd:
bit = and.i64 x, 1
c = eq.i64 bit, 1
branch c, jump, loop
jump:
pc = copy to
goto loop
ended:
r = copy x
return
late:
r = copy -1
return
}
`

// scannerProgram goes round with one of three states, as numbers of a row say, and CHANGE is done in the first.
const scannerProgram = `program p source
var n : i64
var row : i64[6]
var r : i64
var state : i64
var i : i64
var x : i64
var c : bool
func main(n, row) -> (r) {
start:
state, i, r = copy 0, 0, 0
goto loop
loop:
c = lt.i64 i, n
branch c, next, done
next:
x = index.i64 row, i
x = rem.i64 x, 100
i = add.i64 i, 1
switch state, third, 0: first, 1: second
first:
CHANGE
goto loop
second:
r = add.i64 r, x
state = copy 2
goto loop
third:
r = mul.i64 r, 3
state = copy 0
goto loop
done:
return
}
`

// treeProgram goes down a tree of a table, from a node to its left or to its right by whether x is below a number, and
// gives the number of a leaf, which has nothing to its left.
const treeProgram = `program p source
uniform cut : i64[7] = [9, 4, 15, 70, 71, 72, 73]
uniform left : i64[7] = [1, 3, 5, -1, -1, -1, -1]
uniform right : i64[7] = [2, 4, 6, -1, -1, -1, -1]
var n : i64
var x : i64
var r : i64
var node : i64
var at : i64
var to : i64
var c : bool
var d : bool
func main(n, x) -> (r) {
start:
node = copy 0
goto loop
loop:
to = index.i64 left, node
c = ge.i64 to, 0
branch c, inner, leaf
inner:
at = index.i64 cut, node
d = lt.i64 x, at
branch d, below, above
below:
node = copy to
goto loop
above:
node = index.i64 right, node
goto loop
leaf:
r = index.i64 cut, node
return
}
`

// A tree in a table becomes branches, and none of them asks the table.
func TestStatesOfTree(t *testing.T) {
	p, err := program.Parse("p", treeProgram)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	requireStates(t, p, interpret, 0)
	q, err := interpret(p.Clone(), circuit.Options{})
	require.NoError(t, err)
	require.NotContains(t, q.String(), "index", q)
	require.Equal(t, 3, strings.Count(q.String(), "lt.i64"), q)
}

// TestStates counts what is left of switches in loops, and compares results.
func TestStates(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		// Switches that are left for lanes that run together, and one at a time; the row is chosen by one.
		lanes, alone int
	}{
		{"programs of a table", machineProgram, 1, 1},
		{"a program that runs off its end", strings.Replace(machineProgram, "3, 1]", "2, 2]", 1), 1, 1},
		{"one state after the other", strings.Replace(scannerProgram, "CHANGE", "state = copy 1", 1), 0, 0},
		{"several ways on, and back", strings.NewReplacer("CHANGE\ngoto loop", strings.Join([]string{
			"c = gt.i64 x, 1", "branch c, up, down", "up:", "c = gt.i64 x, 4", "branch c, more, loop",
			"more:", "state = copy 1", "goto loop", "down:", "state = copy 2", "goto loop"}, "\n"),
			"state = copy 2", "state = copy 0").Replace(scannerProgram), 1, 0},
		{"a state of the data", strings.Replace(scannerProgram, "CHANGE", "state = copy x", 1), 1, 1},
		{"a state that is divided", strings.Replace(scannerProgram, "CHANGE",
			"state = add.i64 state, 9\nstate = div.i64 state, 4", 1), 0, 0},
		{"a state that is divided by nothing", strings.Replace(scannerProgram, "CHANGE",
			"x = rem.i64 x, 2\nc = eq.i64 x, 0\nbranch c, even, uneven\neven:\nstate = div.i64 1, state\ngoto loop\n"+
				"uneven:\nstate = copy 1", 1), 0, 0},
		{"a counter's states", strings.NewReplacer("CHANGE", "state = add.i64 i, 7", "i, n", "i, 6").
			Replace(scannerProgram), 0, 0},
		{"too many of these", strings.Replace(scannerProgram, "CHANGE", "state = add.i64 i, 7", 1), 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := program.Parse("p", tt.text)
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			requireStates(t, p, interpret, tt.lanes)
			requireStates(t, p, states, tt.alone)
		})
	}
}

// requireStates looks for the switches that are left by a pass, which must give what does the same.
func requireStates(t *testing.T, p *program.Program,
	pass func(*program.Program, circuit.Options) (*program.Program, error), switches int) {
	q, err := pass(p.Clone(), circuit.Options{})
	require.NoError(t, err)
	require.NoError(t, program.Verify(q))
	require.Equal(t, switches, strings.Count(q.String(), "switch "), q)
	for which := range 4 {
		for x := range uint64(20) {
			in := []interp.Value{interp.Scalar(program.I64, uint64(which-1)), interp.Scalar(program.I64, x)}
			if slices.Contains(program.Variables(p.VarsIn), "row") {
				row := interp.Value{Type: program.TensorType{Dtype: program.I64, Shape: []int{6}}}
				for i := range uint64(6) {
					row.Bits = append(row.Bits, (x*x+i*uint64(which)*7)%9)
				}
				in = []interp.Value{interp.Scalar(program.I64, x%8), row}
			}
			requireSame(t, p, q, in...)
		}
	}
}
