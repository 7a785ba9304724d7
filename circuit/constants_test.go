package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// What comes of a number that each way chooses is chosen on the way: the rate of a bracket, which was looked up by the
// bracket's number. Not if the number is needed as well and there is little to save, nor what is a NaN.
func TestConstants(t *testing.T) {
	p := parsed(t, `program brackets source

var x : f64
var y : f64
var i : i64
var j : i64
var d : f64
var e : f64
var f : f64
var c : bool
var b : bool

func main(x) -> (y, j, f) {
start:
    c = lt.f64 x, 10.0
    branch c, low, more
low:
    i, j, d = copy 0, 3, 1.0
    goto done
more:
    c = lt.f64 x, 20.0
    branch c, middle, high
middle:
    i, j, d = copy 1, 4, 0.0
    goto done
high:
    i, j, d = copy 2, 4, 0.0
    goto done
done:
    b = eq.i64 i, 1
    e = select.f64 b, 0.25, 0.1
    b = eq.i64 i, 2
    e = select.f64 b, 0.4, e
    y = mul.f64 x, e
    i = mul.i64 j, 7
    e = convert_f64.i64 i
    y = add.f64 y, e
    f = quo.f64 0.0, d
    f = add.f64 f, 1.0
    f = sqrt.f64 f
    goto halt
}
`)
	q, became := circuit.Optimise(p, circuit.Options{})
	for _, o := range became {
		require.Empty(t, o.Refused)
	}
	require.NoError(t, program.Verify(q))
	require.Contains(t, program.Print(q), `low:                                     // from: start
    j, d, e = copy 3, 1.0, 0.1
    goto done
more:                                    // from: start
    c = lt.f64 x, 20.0
    branch c, middle, high
middle:                                  // from: more
    j, d, e = copy 4, 0.0, 0.25
    goto done
high:                                    // from: more
    j, d, e = copy 4, 0.0, 0.4
    goto done
done:                                    // from: low, middle, high
    y = mul.f64 x, e
    i = mul.i64 j, 7 within 3 to 4
    e = convert_f64.i64 i within 21 to 28
    y = add.f64 y, e
    f = quo.f64 0.0, d
    f = add.f64 f, 1.0
    f = sqrt.f64 f
    goto halt
`)
	again, _ := circuit.Optimise(q, circuit.Options{})
	require.Equal(t, program.Print(q), program.Print(again))
}
