package batch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// TestCommits is blocks whose results are easily written too early, too late or
// into each other. Each program is run over random lanes in every configuration
// and compared with the oracle. A loop in front spreads the lanes over blocks,
// so that buffers can be exchanged for some runs and not for others.
func TestCommits(t *testing.T) {
	for _, tc := range []struct{ name, vars, body string }{
		{"the terminator reads a top that the block replaces", `
var c : bool register
var d : bool temporary
`, `
    c = lt.i64 x, y
    goto flip
flip:
    d = copy c
    c = not.bool c
    x = add.i64 x, 1
    branch d, last, other
other:
    c = xor.bool c, d2
    goto last
last:
    r = select.i64 c, x, y
    goto halt
`},
		{"a switch reads a top that the block replaces", `
var s : i64 register
var o : i64 temporary
`, `
    s = and.i64 x, 3
    goto again
again:
    o = copy s
    s = sub.i64 s, 1
    switch o, again, 0: last, 1: again
last:
    r = copy s
    goto halt
`},
		{"two variables change places", `
var a : i64 register
var b : i64 register
`, `
    a, b = copy x, y
    goto swap
swap:
    a, b = copy b, a
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, swap, last
last:
    r = sub.i64 a, b
    goto halt
`},
		{"one value becomes the top of two variables, one of them through a third", `
var a : i64 register
var b : i64 register
var c : i64 register
var t : i64 temporary
`, `
    a, b, c = copy x, y, 3
    goto turn
turn:
    t = add.i64 a, b
    a, b, c = copy t, t, a
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, turn, last
last:
    r = sub.i64 a, c
    r = xor.i64 r, b
    goto halt
`},
		{"an array is read after it was written in place, and its old value too", `
var a : i64[4] register
var b : i64[4] temporary
var i : i64 temporary
var p : i64 temporary
var q : i64 temporary
`, `
    a = copy x
    goto write
write:
    i = and.i64 y, 3
    b = copy a
    a = insert.i64 a, y, i
    p = index.i64 b, i
    q = index.i64 a, i
    y = add.i64 p, q
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, write, last
last:
    r = reduce_add.i64 a
    r = add.i64 r, y
    goto halt
`},
		{"several writes in place, of elements that are read before and behind them", `
var a : i64[4] register
var i : i64 temporary
var p : i64 temporary
var q : i64 temporary
`, `
    a = copy x
    goto write
write:
    i = and.i64 y, 3
    p = index.i64 a, i
    a = insert.i64 a, y, i
    q = index.i64 a, 2
    a = insert.i64 a, x, 1
    i = and.i64 x, 3
    a = insert.i64 a, q, i
    y = add.i64 p, q
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, write, last
last:
    r = reduce_add.i64 a
    r = add.i64 r, y
    goto halt
`},
		{"chains of writes, with literal and computed indices, and a copy in between", `
var a : i64[4] register
var b : i64[4] register
var i : i64 temporary
var p : i64 temporary
`, `
    a, b = copy x, 1
    goto write
write:
    i = and.i64 x, 3
    a = insert.i64 a, y, i
    p = index.i64 a, 2
    a = insert.i64 a, p, 0
    b = copy a
    a = insert.i64 a, x, 1
    a = insert.i64 a, y, i
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, write, last
last:
    a = xor.i64 a, b
    r = reduce_add.i64 a
    goto halt
`},
		{"an index fault in the middle of writes", `
var a : i64[3] register
var p : i64 temporary
`, `
    a = copy y
    goto write
write:
    a = insert.i64 a, x, 1
    a = insert.i64 a, x, x
    p = div.i64 y, x
    a = insert.i64 a, p, 2
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, write, last
last:
    r = reduce_add.i64 a
    goto halt
`},
		{"pushes and pops that cancel, reach below the top, and read what they uncover", `
var v : i64 full
var w : i64 full
var t : i64 temporary
`, `
    push v = copy x
    push v = copy y
    push w = const.i64 5
    push w = copy v
    goto work
work:
    push v = add.i64 v, w
    push v = copy v
    pop v
    t = copy v
    pop v, w
    push w = sub.i64 v, t
    push w, push v = copy v, w
    pop w
    w = add.i64 w, 1
    pop v
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, work, last
last:
    t = copy v
    pop v
    r = add.i64 v, t
    r = xor.i64 r, w
    pop v, w
    r = add.i64 r, w
    pop w
    goto halt
`},
		{"a variable is assigned from another that is popped in the same block", `
var v : i64 full
var a : i64 register
`, `
    push v = copy x
    push v = copy y
    a = copy v
    goto shift
shift:
    a = copy v
    pop v
    push v = add.i64 v, a
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, shift, last
last:
    r = add.i64 a, v
    pop v
    pop v
    goto halt
`},
		{"arrays and bools on stacks", `
var v : f64[2] full
var c : bool full
var f : f64 temporary
var s : f64[2] temporary
`, `
    f = convert_f64.i64 x
    push v = copy f
    push c = gt.i64 x, y
    goto work
work:
    push v = insert.f64 v, 2.5, 1
    push c = not.bool c
    s = copy v
    pop v
    v = add.f64 v, s
    d2 = copy c
    pop c
    c = xor.bool c, d2
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, work, last
last:
    f = reduce_add.f64 v
    r = convert_i64.f64 f
    r = select.i64 c, r, 7
    pop v, c
    goto halt
`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := "program commits lowered\n\nvar x : i64 register\nvar y : i64 register\nvar r : i64 " +
				"register\nvar d2 : bool register\n" + tc.vars + `
func main(x, y) -> (r) {
start:
    d2 = lt.i64 x, 0
    x = and.i64 x, 7
    branch d2, slow, entry
slow:
    y = add.i64 y, x
    x = shr.i64 x, 1
    goto entry
entry:` + tc.body + "}\n"
			p, err := program.Parse("commits", text)
			require.NoError(t, err)
			testkit.Same(t, p, testkit.RandomLanes(p, 70, 11), testkit.Limits{MaxSteps: 200})
		})
	}
}

// TestDotBroadcasts takes inner products of a single row with each of three:
// the leading axes are broadcast like an elementwise operation's.
func TestDotBroadcasts(t *testing.T) {
	p, err := program.Parse("dots", `program dots lowered

var x : i64[1,2] register
var y : i64[3,2] register
var d : i64[3]   temporary
var e : i64[3]   temporary
var r : i64[3]   register

func main(x, y) -> (r) {
entry:
    d = dot.i64 x, y
    e = dot.i64 y, x
    r = sub.i64 d, e
    r = add.i64 r, d
    goto halt
}
`)
	require.NoError(t, err)
	testkit.Same(t, p, testkit.RandomLanes(p, 70, 3), testkit.Limits{})
}
