package circuit_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

// scale has a product in a loop that does not change there, and a difference twice.
const scale = `program scale source

var n : i64
var k : i64
var x : i64
var f : i64
var a : i64
var b : i64
var c : bool

func main(n, x) -> (a) {
start:
    a, k = copy 0, 0
    goto loop
loop:
    f = mul.i64 x, 12
    b = sub.i64 n, k
    a = add.i64 a, f
    b = sub.i64 n, k
    a = xor.i64 a, b
    k = add.i64 k, 1
    c = lt.i64 k, n
    branch c, loop, done
done:
    goto halt
}
`

func parsed(t testing.TB, text string) *program.Program {
	p, err := program.Parse("test", text)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	return p
}

func ExampleWhy() {
	p, err := program.Parse("scale", scale)
	if err != nil {
		panic(err)
	}
	if err := circuit.Why(os.Stdout, p); err != nil {
		panic(err)
	}
	// Output:
	// main
	//              operations  may fault  calls  selectors blocks
	//   program             7          0      0          0      3
	//   build               6          0      0          2      4
	//   fold                6          0      0          2      4
	//   branches            6          0      0          2      4
	//   share               6          0      0          2      4
	//   refold              6          0      0          2      4
	//   rebranch            6          0      0          2      4
	//   ranges              6          0      0          2      4
	//   reduce              6          0      0          2      4
	//   dead                6          0      0          2      4
	//   apart               6          0      0          2      4
}

func TestExplainSchedule(t *testing.T) {
	var b strings.Builder
	require.NoError(t, circuit.ExplainSchedule(&b, parsed(t, scale)))
	require.Contains(t, b.String(), "mul.i64")
	require.Regexp(t, `mul\.i64 .*out of the loop at loop`, b.String())
}
