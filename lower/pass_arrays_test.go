package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Arrays are copied by themselves, in an order in which none is overwritten before it is read;
// those that change places stay together.
func TestArraysAlone(t *testing.T) {
	p := contractProgram(t, `
		func main(x, n) -> (r0) {
		start:
		    a, b, own, i = copy x, x, x, 1
		    b = insert.f64 b, 2.5, 0
		    goto round
		round:
		    v = index.f64 a, 0
		    w = index.f64 b, 0
		    s = index.f64 own, 0
		    r0 = sub.f64 v, w
		    r0 = sub.f64 r0, s
		    own = insert.f64 own, r0, i
		    j = add.i64 i, 1
		    a, b, own, i = copy b, a, a, j
		    c = lt.i64 i, depth
		    branch c, round, end
		end:
		    r0 = index.f64 own, 1
		    goto halt
		}`)
	var before, after string
	_, err := lower.Run(p, func(pass string, q *program.Program) {
		switch pass {
		case "forward":
			before = program.Print(q)
		case "arrays":
			after = program.Print(q)
		}
	}, lower.Without("coalesce", "circuit", "rotate", "unroll"))
	require.NoError(t, err)
	require.Contains(t, before, "a, b, own, i = copy b, a, a, j")
	require.Contains(t, after, "    own = copy a\n    a, b, i = copy b, a, j\n", strings.TrimSpace(after))
}
