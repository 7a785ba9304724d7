package circuit_test

import (
	"fmt"
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

// known has a first test that is known, an element that is read twice, and a sum that nobody needs.
const known = `program known source

var x : i64[4]
var n : i64
var a : i64
var b : i64
var d : i64
var r : i64
var c : bool

func main(x, n) -> (r) {
start:
    c = le.i64 0, 128
    branch c, look, none
look:
    a = index.i64 x, n
    b = index.i64 x, n
    d = add.i64 a, 1
    r = mul.i64 a, b
    goto halt
none:
    r = copy 0
    goto halt
}
`

func ExampleWhy() {
	p, err := program.Parse("known", known)
	if err != nil {
		panic(err)
	}
	if err := circuit.Why(os.Stdout, p); err != nil {
		panic(err)
	}
	// Output:
	// main
	//              operations  may fault uniform  calls  selectors blocks
	//   program             5          2       0      0          0      3
	//   build               5          2       0      0          0      3
	//   fold                4          2       0      0          0      3
	//   branches            3          2       0      0          0      1
	//   share               2          1       0      0          0      1
	//   refold              2          1       0      0          0      1
	//   rebranch            2          1       0      0          0      1
	//   constants           2          1       0      0          0      1
	//   ranges              2          1       0      0          0      1
	//   reduce              2          1       0      0          0      1
	//   hoist               2          1       0      0          0      1
	//   stores              2          1       0      0          0      1
	//   promote             2          1       0      0          0      1
	//   carry               2          1       0      0          0      1
	//   invariants          2          1       0      0          0      1
	//   narrow              2          1       0      0          0      1
	//   settle              2          1       0      0          0      1
	//   reuse               2          1       0      0          0      1
	//   quotients           2          1       0      0          0      1
	//   dead                2          1       0      0          0      1
	//   gather              2          1       0      0          0      1
	//   loosen              2          1       0      0          0      1
	//   apart               2          1       0      0          0      1
	//   vary                2          1       0      0          0      1
}

func TestExplainSchedule(t *testing.T) {
	var b strings.Builder
	require.NoError(t, circuit.ExplainSchedule(&b, parsed(t, scale)))
	require.Contains(t, b.String(), "mul.i64")
	require.Regexp(t, `mul\.i64 .*out of the loop at loop`, b.String())
}

// A cheap gate that gives the same in each round leaves its loop while there is room for what it
// gives; a costly one always does.
func TestCrowd(t *testing.T) {
	const sums = 40
	var text strings.Builder
	text.WriteString("program crowd source\n\nvar n : i64\nvar k : i64\nvar x : i64\nvar r : i64\nvar y : i64\n" +
		"var q : i64\nvar c : bool\n")
	for i := range sums {
		fmt.Fprintf(&text, "var s%d : i64\n", i)
	}
	text.WriteString("\nfunc main(n, x, q) -> (r) {\nstart:\n    r, k = copy 0, 0\n    goto loop\nloop:\n")
	for i := range sums {
		fmt.Fprintf(&text, "    s%d = xor.i64 x, %d\n    r = mul.i64 r, s%d\n    r = add.i64 r, k\n", i, i+1, i)
	}
	text.WriteString(`    y = mul.i64 x, q
    y = mul.i64 y, y
    r = add.i64 r, y
    k = add.i64 k, 1
    c = lt.i64 k, n
    branch c, loop, done
done:
    goto halt
}
`)
	var b strings.Builder
	require.NoError(t, circuit.ExplainSchedule(&b, parsed(t, text.String())))
	out := strings.Count(b.String(), "out of the loop")
	left := strings.Count(b.String(), "left in the loop, through which much lives")
	require.Positive(t, left)
	require.Positive(t, out)
	require.Equal(t, sums+2, out+left)
	require.Regexp(t, `y .*mul\.i64 .*out of the loop`, b.String())
}
