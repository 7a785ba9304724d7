package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
)

// chosen selects among what is made of uniforms: once by a uniform, once by a parameter, and once
// round by round.
const chosen = `program chosen source

uniform limit : i64
uniform table : i64[4]

var x : i64
var a : i64
var b : i64
var d : i64
var k : i64
var r : i64
var c : bool

func main(x) -> (r) {
start:
    c = lt.i64 limit, 9
    branch c, low, high
low:
    a = index.i64 table, 1
    goto met
high:
    a = add.i64 limit, 7
    goto met
met:
    c = lt.i64 x, 9
    branch c, left, right
left:
    b = mul.i64 a, 3
    goto both
right:
    b = xor.i64 a, 5
    goto both
both:
    k, d = copy 0, 0
    goto loop
loop:
    d = add.i64 d, b
    k = add.i64 k, 1
    c = lt.i64 k, limit
    branch c, loop, done
done:
    r = sub.i64 d, k
    goto halt
}
`

// Uniform is what uniforms alone decide and give.
func TestVary(t *testing.T) {
	c := circuit.Circuits(parsed(t, chosen), circuit.Options{})["main"]
	require.NoError(t, circuit.Verify(c))
	uniform := map[string]bool{}
	for g := range c.Gates() {
		k := c.Kind(g)
		if name := c.NameOf(g); name != "" && (k == circuit.Operation || k == circuit.ValueSelector) {
			what := name + " " + k.String()
			if k == circuit.Operation {
				what = name + " " + c.Meta(g).Op.String()
			}
			uniform[what] = c.Type(g).Variance() == circuit.Same
		}
	}
	require.Equal(t, map[string]bool{
		"c lt.i64": false, "a index.i64": true, "a add.i64": true, "a VALUE_SELECTOR": true,
		"b mul.i64": true, "b xor.i64": true, "b VALUE_SELECTOR": false,
		"d VALUE_SELECTOR": false, "d add.i64": false, "k VALUE_SELECTOR": false, "k add.i64": false,
		"r sub.i64": false,
	}, uniform)
}
