package circuit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// optimised returns a program, whose text calls a type T, before and after.
func optimised(t *testing.T, dtype program.Dtype, text string) (p, improved *program.Program) {
	p, err := program.Parse("p", strings.ReplaceAll(text, "T", dtype.String()))
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	improved, _ = circuit.Optimise(p, circuit.Options{})
	require.NoError(t, program.Verify(improved))
	return p, improved
}

// requireSame compares what two programs give for two numbers.
func requireSame(t *testing.T, p, improved *program.Program, dtype program.Dtype, x, y uint64, name string) {
	in := []interp.Value{interp.Scalar(dtype, cut(dtype, x)), interp.Scalar(dtype, cut(dtype, y))}
	want, wantFault, err := interp.Run(p, in)
	require.NoError(t, err)
	got, fault, err := interp.Run(improved, in)
	require.NoError(t, err)
	require.Equal(t, want, got, "%s: %d, %d", name, x, y)
	require.Equal(t, wantFault, fault, "%s: %d, %d", name, x, y)
}

// A remainder is what the quotient of the same numbers leaves, where that is computed somewhere else in as many rounds.
func TestQuotients(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		rems, divs int
	}{
		{"before a call", "r = rem.T x, y\nz = call f(r, y)\nq = div.T x, y\nx = add.T z, q\ngoto end", 0, 1},
		{"behind a call", "q = div.T x, y\nz = call f(q, y)\nr = rem.T x, y\nx = add.T z, r\ngoto end", 0, 1},
		{"in another block", "q = div.T x, y\nc = lt.T q, y\nbranch c, more, end\nmore:\nr = rem.T x, y\n" +
			"z = call f(q, r)\nx = add.T z, r\ngoto end", 0, 1},
		{"next to each other", "r = rem.T x, y\nq = div.T x, y\nx = xor.T r, q\ngoto end", 1, 1},
		{"the quotient in some lanes", "r = rem.T x, y\nc = lt.T r, y\nz = call f(r, y)\nbranch c, more, end\n" +
			"more:\nq = div.T x, y\nx = add.T z, q\ngoto end", 0, 1},
		{"the quotient in a loop around neither", "q = div.T x, y\nr = copy 0\ngoto round\nround:\n" +
			"r = add.T r, 3\nz = rem.T x, r\nz = call f(z, r)\nc = lt.T r, 50\nbranch c, round, end", 1, 1},
		{"of other numbers", "q = div.T x, y\nz = call f(q, y)\nr = rem.T y, x\nx = add.T z, r\ngoto end", 1, 1},
		{"by a constant", "q = div.T x, 7\nz = call f(q, y)\nr = rem.T x, 7\nx = add.T z, r\ngoto end", 1, 1},
	} {
		for _, dtype := range []program.Dtype{program.I32, program.U32, program.I64, program.U64} {
			p, improved := optimised(t, dtype, fmt.Sprintf(`program p source
var x : T
var y : T
var q : T
var r : T
var z : T
var c : bool
var a : T
var b : T
func main(x, y) -> (x) {
start:
q, r, z = copy 0, 0, 0
goto first
first:
%s
end:
return
}
func f(a, b) -> (a) {
enter:
a = mul.T a, b
return
}
`, tt.body))
			text := improved.String()
			require.Equal(t, tt.rems, strings.Count(text, "rem."), "%s: %s", tt.name, text)
			require.Equal(t, tt.divs, strings.Count(text, "div."), "%s: %s", tt.name, text)
			numbers := []uint64{0, 1, 2, 7, 100, 12345, math.MaxInt32, 1 << 31, math.MaxUint32, math.MaxInt64, 1 << 63,
				math.MaxUint64, math.MaxUint64 - 6}
			for _, x := range numbers {
				for _, y := range numbers {
					requireSame(t, p, improved, dtype, x, y, tt.name)
				}
			}
		}
	}
}
