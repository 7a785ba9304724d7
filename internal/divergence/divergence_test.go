package divergence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// lines says what is known of everything in a program, one line each: "x@block"
// for a result, "block?" for a branch, "block!" for a loop.
func lines(p *program.Program) map[string]string {
	d := divergence.Of(p)
	said := map[string]string{}
	say := func(what string, v divergence.Value) {
		text := v.Class.String()
		if v.Scope != nil {
			text += " in " + v.Scope.Header.Name
		}
		said[what] = text
	}
	graphs := []program.ControlFlowGraph{p.Graph}
	for _, f := range p.Functions {
		graphs = append(graphs, f.Graph)
	}
	for _, g := range graphs {
		for _, b := range g.Blocks {
			for i, in := range b.Instrs {
				for k, name := range program.Writes(in, nil) {
					say(name+"@"+b.Name, d.Result(b, i, k))
				}
			}
			say(b.Name+"?", d.Branch(b))
		}
	}
	for _, l := range d.Loops() {
		say(l.Header.Name+"!", l.Exit)
	}
	return said
}

func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       string // "what: class", separated by commas
	}{
		{"what is given varies, what is not does not", `program p source
uniform u : i64
var a : i64
var b : i64
var c : i64
func main(a) -> (c) {
start:
    b = add.i64 u, 1
    c = add.i64 a, b
    goto halt
}
`, "b@start: uniform, c@start: varying, start?: uniform"},
		{"a loop that all lanes leave together", `program p source
uniform n : i64
var i : i64
var c : bool
var s : i64
var a : i64
var e : i64
func main(a) -> (s, e) {
start:
    i, s = copy 0, a
    goto test
test:
    c = lt.i64 i, n
    branch c, body, end
body:
    s = add.i64 s, i
    i = add.i64 i, 1
    goto test
end:
    e = add.i64 i, 1
    goto halt
}
`, "i@body: coherent in test, c@test: coherent in test, s@body: varying, test!: coherent in test, e@end: uniform"},
		{"a loop that they leave at different times", `program p source
var i : i64
var c : bool
var a : i64
var k : i64
func main(a) -> (k) {
start:
    i = const.i64 0
    goto test
test:
    c = lt.i64 i, a
    branch c, body, end
body:
    i = add.i64 i, 1
    goto test
end:
    k = copy i
    goto halt
}
`, "i@body: coherent in test, c@test: varying, test!: varying, k@end: varying"},
		{"a loop in a loop of different lengths", `program p source
var i : i64
var j : i64
var c : bool
var d : bool
var a : i64
var s : i64
func main(a) -> (s) {
start:
    i, s = copy 0, 0
    goto outer
outer:
    c = lt.i64 i, a
    branch c, body, end
body:
    j = const.i64 0
    goto inner
inner:
    s = add.i64 s, j
    j = add.i64 j, 1
    d = lt.i64 j, i
    branch d, inner, next
next:
    s = add.i64 s, j
    i = add.i64 i, 1
    goto outer
end:
    s = copy s
    goto halt
}
`, "j@inner: coherent in inner, d@inner: coherent in outer, inner!: coherent in outer, s@next: coherent in outer, " +
			"s@end: varying, i@next: coherent in outer"},
		{"ways that lanes go apart on, and a loop on one of them", `program p source
var a : i64
var c : bool
var d : bool
var x : i64
var y : i64
var j : i64
func main(a) -> (x, y, j) {
start:
    c = gt.i64 a, 0
    j, y = copy 7, 3
    branch c, one, two
one:
    x = const.i64 1
    j = const.i64 0
    goto loop
loop:
    j = add.i64 j, 1
    d = lt.i64 j, 10
    branch d, loop, behind
behind:
    j = copy j
    goto join
two:
    x = const.i64 2
    goto join
join:
    x = add.i64 x, 0
    y = add.i64 y, 0
    j = add.i64 j, 0
    goto halt
}
`, "start?: varying, x@one: uniform, j@loop: coherent in loop, loop!: coherent in loop, j@behind: uniform, x@join: " +
			"varying, y@join: uniform, j@join: varying"},
		{"ways that all lanes take alike", `program p source
uniform u : bool
var x : i64
func main() -> (x) {
start:
    branch u, one, two
one:
    x = const.i64 1
    goto join
two:
    x = const.i64 2
    goto join
join:
    x = add.i64 x, 0
    goto halt
}
`, "start?: uniform, x@join: uniform"},
		{"found or not: two ways out of a loop to one place", `program p source
uniform n : i64
var a : i64
var i : i64
var c : bool
var f : i64
func main(a) -> (f) {
start:
    i = const.i64 0
    goto test
test:
    f = const.i64 0
    c = lt.i64 i, n
    branch c, body, end
body:
    f = const.i64 1
    c = eq.i64 i, a
    branch c, end, next
next:
    i = add.i64 i, 1
    goto test
end:
    f = add.i64 f, 0
    goto halt
}
`, "test?: coherent in test, body?: varying, test!: varying, f@end: varying, f@body: uniform, i@next: " +
			"coherent in test"},
		{"a loop with a fault for some", `program p source
uniform n : i64
var a : i64
var i : i64
var c : bool
var s : i64
func main(a) -> (s, i) {
start:
    i, s = copy 0, 0
    goto test
test:
    c = eq.i64 i, a
    branch c, bad, body
bad:
    fault "panic", "no"
body:
    s = add.i64 s, i
    i = add.i64 i, 1
    c = lt.i64 i, n
    branch c, test, end
end:
    s = add.i64 s, i
    goto halt
}
`, "test?: varying, test!: coherent in test, s@end: uniform"},
		{"what lanes have that are about to fault", `program p source
uniform n : i64
var a : i64
var i : i64
var k : i64
var y : i64
var z : i64
var c : bool
func main(a) -> (i) {
start:
    i = const.i64 0
    goto test
test:
    k = const.i64 1
    c = eq.i64 i, a
    branch c, bad, body
body:
    k = const.i64 2
    c = gt.i64 i, a
    branch c, bad, next
bad:
    y = add.i64 i, 0
    z = add.i64 k, 0
    fault "panic", "no"
next:
    i = add.i64 i, 1
    c = lt.i64 i, n
    branch c, test, halt
}
`, "test!: coherent in test, y@bad: varying, z@bad: varying, k@body: uniform"},
		{"rounds that some skip", `program p source
uniform n : i64
var a : i64
var i : i64
var c : bool
var s : i64
func main(a) -> (s) {
start:
    i, s = copy 0, 0
    goto test
test:
    i = add.i64 i, 1
    c = eq.i64 i, a
    branch c, next, body
body:
    s = add.i64 s, 1
    goto next
next:
    c = lt.i64 i, n
    branch c, test, end
end:
    s = add.i64 s, i
    goto halt
}
`, "test!: coherent in test, s@body: varying, i@test: coherent in test, s@end: varying"},
		{"two ways into a circle", `program p source
uniform u : bool
var i : i64
var k : i64
var c : bool
func main() -> (i, k) {
start:
    i = const.i64 0
    branch u, one, two
one:
    i = add.i64 i, 1
    k = const.i64 3
    goto two
two:
    i = add.i64 i, 1
    c = lt.i64 i, 10
    branch c, one, end
end:
    i = add.i64 i, 0
    k = const.i64 4
    goto halt
}
`, "one!: varying, i@one: varying, i@two: varying, k@one: uniform, k@end: uniform, i@end: varying"},
		{"calls with the same give the same", `program p source
var a : i64
var x : i64
var y : i64
var z : i64
var n : i64
var v : i64
var r : i64
var t : i64
var c : bool
func f(n, v) -> (r, t) {
f.start:
    c = le.i64 n, 0
    r, t = copy n, v
    branch c, halt, f.more
f.more:
    n = sub.i64 n, 1
    r, t = call f(n, v)
    r = add.i64 r, n
    return
}
func main(a) -> (x, y, z) {
start:
    x, y = call f(5, a)
    z, y = call f(6, a)
    y, z = call f(1, 2)
    goto halt
}
`, "c@f.start: coherent, f.start?: coherent, r@f.more: coherent, t@f.more: varying, x@start: coherent, y@start: " +
			"uniform, z@start: uniform"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := program.Parse("p", tt.text)
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			said := lines(p)
			for _, w := range strings.Split(tt.want, ", ") {
				what, class, _ := strings.Cut(w, ": ")
				require.Equal(t, class, said[what], "%s of %v", what, fmt.Sprint(said))
			}
		})
	}
}

// A recursion of fixed depth and width: what it adds up varies, but all lanes go
// the same way, and the counters that are saved on stacks stay what they are.
const fixed = `program p source
var a : i64
var o : i64
var n : i64
var s : i64
var r : i64
var i : i64
var m : i64
var c : bool
func f(n, s) -> (r) {
f.start:
    c = le.i64 n, 0
    branch c, f.leaf, f.more
f.leaf:
    r = add.i64 s, 1
    return
f.more:
    i = const.i64 0
    goto f.loop
f.loop:
    m = sub.i64 n, 1
    s = call f(m, s)
    i = add.i64 i, 1
    c = lt.i64 i, 3
    branch c, f.loop, f.done
f.done:
    r = mul.i64 s, 3
    return
}
func main(a) -> (o) {
start:
    o = call f(3, a)
    goto halt
}
`

func TestLoweredRecursion(t *testing.T) {
	p, err := program.Parse("p", fixed)
	require.NoError(t, err)
	for _, off := range [][]string{nil, {"peel"}, {"coalesce"}, {"allocate"}, {"fuse", "forward"}} {
		q, err := lower.Lower(p, lower.Without(append(off, "levels")...)) // a recursion of known depth would be loops
		require.NoError(t, err)
		require.NotEmpty(t, q.Functions)
		d := divergence.Of(q)
		saved := 0
		for _, b := range q.Graph.Blocks {
			require.NotEqual(t, divergence.Varying, d.Branch(b).Class, "%s of %s", b.Name, q)
			for k, in := range b.Instrs {
				op, ok := in.(*program.PrimOp)
				if !ok {
					continue
				}
				for j, out := range op.Out {
					if counter := strings.HasPrefix(out.Name, "i") || strings.HasPrefix(out.Name, "n"); counter {
						require.NotEqual(t, divergence.Varying, d.Result(b, k, j).Class, "%s in %s of %s", out.Name,
							b.Name, q)
						saved++
					}
				}
			}
		}
		require.Positive(t, saved)
		require.Equal(t, divergence.Varying, d.At(q.Graph.Blocks[0], "a").Class)
	}
	// Where a called function is not declared, nobody knows.
	q, err := lower.Lower(p, lower.Without("levels"))
	require.NoError(t, err)
	q.Functions = nil
	d := divergence.Of(q)
	require.Equal(t, divergence.Value{}, d.Branch(q.Graph.Blocks[0]))
	require.Nil(t, d.LoopOf(q.Graph.Blocks[0]))
	require.Empty(t, d.Loops())
}
