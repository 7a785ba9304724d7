package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// negativeLength asks for an index below a number that is negative: there is no such index.
const negativeLength = `program p source
var n : i64
var m : i64
var r : i32
var x : i32
var c : bool
func main(n) -> (r) {
start:
m = and.i64 n, 7
goto loop
loop:
c = gt.i64 m, 0
branch c, body, done
body:
m = sub.i64 m, 1
goto loop
done:
x = checkindex.i32 2, -75
r = copy -272
return
}
`

// A check of literals faults where it does in the machine.
func TestChecksOfLiterals(t *testing.T) {
	skipWithout(t)
	p, err := program.Parse("p", negativeLength)
	require.NoError(t, err)
	p, err = lower.Lower(p)
	require.NoError(t, err)
	compareSizes(t, p, 3, 100)
}
