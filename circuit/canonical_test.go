package circuit_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
)

// One meaning has one form: whatever is exchanged, written twice, or added for nothing, the circuit is
// the same, but for the numbers and names of gates.
func TestCanonical(t *testing.T) {
	const frame = `program same source

var x : i64
var y : i64
var a : i64
var b : i64
var r : i64
var c : bool

func main(x, y) -> (r) {
start:
%s
    goto halt
}
`
	shape := func(body string) string {
		c := circuit.Circuits(parsed(t, fmt.Sprintf(frame, body)), circuit.Options{})["main"]
		require.NoError(t, circuit.Verify(c))
		var value func(g circuit.Ref) string
		value = func(g circuit.Ref) string {
			if k := c.Kind(g); k == circuit.Constant || k == circuit.Arg {
				return c.Meaning(g)
			}
			text := c.Meta(g).Op.String() + "("
			for i := range int(c.Meta(g).Values) {
				text += value(c.Value(g, i)) + ","
			}
			return text + ")"
		}
		for g := range c.Gates() {
			if c.Kind(g) == circuit.Return {
				return value(c.Value(g, 0))
			}
		}
		return ""
	}
	for _, c := range []struct{ name, body, same string }{
		{"operands exchanged", "    a = add.i64 x, y\n    b = add.i64 y, x\n    r = mul.i64 a, b",
			"    a = add.i64 x, y\n    r = mul.i64 a, a"},
		{"nothing subtracted", "    a = sub.i64 x, 0\n    r = mul.i64 a, y", "    r = mul.i64 x, y"},
		{"written twice", "    a = mul.i64 x, y\n    b = mul.i64 x, y\n    r = sub.i64 a, b", "    r = copy 0"},
		{"another name", "    b = mul.i64 x, y\n    a = copy b\n    r = copy a", "    r = mul.i64 x, y"},
		{"steps together", "    a = add.i64 x, 3\n    a = add.i64 a, 4\n    r = sub.i64 a, 2", "    r = add.i64 x, 5"},
		{"plus a negative", "    a = neg.i64 x\n    r = add.i64 a, y", "    r = sub.i64 y, x"},
		{"minus a negative", "    a = neg.i64 y\n    r = sub.i64 x, a", "    r = add.i64 x, y"},
		{"a negative less one", "    a = neg.i64 x\n    r = sub.i64 a, 1", "    r = sub.i64 -1, x"},
		{"negatives multiplied", "    a = neg.i64 x\n    b = neg.i64 y\n    r = mul.i64 a, b", "    r = mul.i64 x, y"},
		{"a negative multiplied", "    a = neg.i64 x\n    r = mul.i64 a, 3", "    r = mul.i64 x, -3"},
		{"constants", "    a = mul.i64 6, 7\n    r = add.i64 x, a", "    r = add.i64 x, 42"},
		{"the next row's address",
			"    a = mul.i64 x, 4\n    a = add.i64 a, y\n    b = sub.i64 x, 3\n    b = mul.i64 b, 4\n" +
				"    b = add.i64 y, b\n    r = xor.i64 a, b",
			"    a = mul.i64 x, 4\n    a = add.i64 a, y\n    b = sub.i64 a, 12\n    r = xor.i64 a, b"},
		{"a difference of the next",
			"    a = sub.i64 y, x\n    b = add.i64 x, 2\n    b = sub.i64 y, b\n    r = xor.i64 a, b",
			"    a = sub.i64 y, x\n    b = sub.i64 a, 2\n    r = xor.i64 a, b"},
		{"nothing beside it", "    b = add.i64 x, 3\n    b = mul.i64 b, y\n    r = copy b",
			"    a = add.i64 x, 3\n    r = mul.i64 a, y"},
		{"the lesser", "    c = ge.i64 x, y\n    r = select.i64 c, y, x", "    r = min.i64 x, y"},
		{"the greater", "    c = lt.i64 x, 7\n    r = select.i64 c, 7, x", "    r = max.i64 x, 7"},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, shape(c.same), shape(c.body)) })
	}
}

// Roots are where they are in every circuit, and alone come from CIRCUIT_ROOT, which alone comes from
// nothing; states that only lead on are gone when the passes are done.
func TestRoots(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for i := range 12 {
		for _, c := range circuit.Circuits(generated(t, r, i), circuit.Options{}) {
			for k := circuit.CircuitRoot; k <= circuit.CellList; k++ {
				require.Equal(t, k, c.Kind(circuit.Root(k)))
			}
			for g := range c.Gates() {
				require.Equal(t, g == circuit.Root(circuit.CircuitRoot), c.Meta(g).Inputs() == 0)
				require.NotEqual(t, circuit.OrdinaryBlock, c.Kind(g), c.Print())
				isRoot := c.Schema(g).Part == circuit.Roots && g != circuit.Root(circuit.CircuitRoot)
				require.Equal(t, isRoot, c.Meta(g).Inputs() > 0 && c.Input(g, 0) == circuit.Root(circuit.CircuitRoot))
			}
		}
	}
}
