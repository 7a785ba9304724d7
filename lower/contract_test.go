package lower_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Each condition under which an array may be shared has a program that does not meet it, beside
// one that does. The expected lines are parts of the contract's text, one for each line of it.
var contracts = []struct{ name, text, expected string }{
	{"a callee writes what its caller hands on", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    a = call f(a, n)
		    r0 = index.f64 a, 0
		    goto halt
		}
		func f(m, k) -> (m) {
		f.start:
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    m = insert.f64 m, 1.5, 1
		    k1 = sub.i64 k, 1
		    m = call f(m, k1)
		    v = index.f64 m, 1
		    m = insert.f64 m, v, 0
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: a f64[4] from f, 32 bytes: ALIASED
		f: m f64[4] to f, 32 bytes: ALIASED
		f: m f64[4] from f, 32 bytes: ALIASED`},
	{"condition 1: one value for all lanes is not a lane's memory", `
		func main(x, n) -> (r0) {
		start:
		    r0 = call f(table, n)
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    s = index.f64 m, k
		    return
		}`, `
		main: table f64[4] to f, 32 bytes: COPIED: it is one value for all lanes`},
	{"condition 3: a caller reads what it had, behind a callee that writes it", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    v = call f(a, n)
		    w = index.f64 a, 1
		    r0 = add.f64 v, w
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    m = insert.f64 m, 1.5, k
		    s = index.f64 m, 1
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: COPIED: x is still needed behind the call`},
	{"condition 4: one array twice, of which one is written", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    r0 = call f(a, a)
		    goto halt
		}
		func f(m1, m2) -> (s) {
		f.start:
		    m1 = insert.f64 m1, 1.5, 0
		    v = index.f64 m1, 0
		    w = index.f64 m2, 0
		    s = add.f64 v, w
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: x f64[4] to f, 32 bytes: COPIED: m1 is written`},
	{"condition 4: one array twice, which is read", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    r0 = call f(a, a)
		    goto halt
		}
		func f(m1, m2) -> (s) {
		f.start:
		    v = index.f64 m1, 0
		    w = index.f64 m2, 0
		    s = add.f64 v, w
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: x f64[4] to f, 32 bytes: ALIASED`},
	{"condition 5: a lane that faults in a callee has no results to tell", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    a = call f(a, n)
		    r0 = index.f64 a, 1
		    goto halt
		}
		func f(m, k) -> (m) {
		f.start:
		    m = insert.f64 m, 1.5, 1
		    k1 = sub.i64 2, k
		    k1 = div.i64 k, k1
		    m = insert.f64 m, 2.5, k1
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: a f64[4] from f, 32 bytes: ALIASED`},
	{"condition 5: a parameter that is written and not given back", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    v = call f(a, n)
		    a = insert.f64 a, v, 2
		    r0 = index.f64 a, n
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    m = insert.f64 m, 1.5, 1
		    s = index.f64 m, k
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: COPIED: x is still needed behind the call`},
	{"condition 7: one array under stacks that grow", `
		func main(x, n) -> (r0) {
		start:
		    a = copy x
		    k1 = mul.i64 depth, 40
		    a = call f(a, k1)
		    r0 = index.f64 a, 1
		    goto halt
		}
		func f(m, k) -> (m) {
		f.start:
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    j = sub.i64 k, 1
		    m = call f(m, j)
		    t = convert_f64.i64 k
		    v = index.f64 m, 1
		    v = add.f64 v, t
		    m = insert.f64 m, v, 1
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: a f64[4] from f, 32 bytes: ALIASED
		f: m f64[4] to f, 32 bytes: ALIASED
		f: m f64[4] from f, 32 bytes: ALIASED`},
	{"condition 8: what a level gives back is not the array of the level below", `
		func main(x, n) -> (r0) {
		start:
		    a = call f(n)
		    r0 = index.f64 a, 1
		    goto halt
		}
		func f(k) -> (own) {
		f.start:
		    own = copy 0.5
		    own = insert.f64 own, 1.5, k
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    k1 = sub.i64 k, 1
		    b = call f(k1)
		    v = index.f64 b, 1
		    w = index.f64 own, k
		    s = add.f64 v, w
		    own = insert.f64 own, s, 1
		    return
		}`, `
		main: a f64[4] from f, 32 bytes: COPIED: each call of its function has its own
		f: b f64[4] from f, 32 bytes: COPIED: each call of its function has its own`},
	{"condition 6: each level of a recursion has its own array", `
		func main(x, n) -> (r0) {
		start:
		    r0 = call f(x, n)
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    s = index.f64 m, 0
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    own = copy 0.5
		    own = insert.f64 own, s, k
		    k1 = sub.i64 k, 1
		    t = call f(own, k1)
		    v = index.f64 own, k
		    s = add.f64 t, v
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		f: own f64[4] to f, 32 bytes: COPIED: each call of its function has its own`},
	{"condition 4: one function with two arrays, by functions of their own", `
		func main(x, n) -> (r0) {
		start:
		    a, b = copy x, x
		    b = insert.f64 b, 0.25, 1
		    a, v = call f(a, n)
		    b, w = call f(b, n)
		    v = index.f64 a, 0
		    w = index.f64 b, 0
		    r0 = sub.f64 v, w
		    goto halt
		}
		func f(m, k) -> (m, s) {
		f.start:
		    m, v2 = call g(m, k)
		    s = index.f64 m, 3
		    return
		}
		func g(m1, k1) -> (m1, t) {
		g.start:
		    t = index.f64 m1, k1
		    m1 = insert.f64 m1, 2.5, 0
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: a f64[4] from f, 32 bytes: ALIASED
		main: b f64[4] to f, 32 bytes: ALIASED
		main: b f64[4] from f, 32 bytes: ALIASED
		f: m.in f64[4] to g, 32 bytes: ALIASED
		f: m f64[4] from g, 32 bytes: ALIASED`},
	{"one value for all lanes is copied ahead of all loops", `
		func main(x, n) -> (r0) {
		start:
		    r0, i = copy 0.0, 0
		    goto outer
		outer:
		    v = call f(x, i)
		    r0, j = copy v, 0
		    goto inner
		inner:
		    v = call f(table, j)
		    r0 = add.f64 r0, v
		    j = add.i64 j, 1
		    c = lt.i64 j, 3
		    branch c, inner, more
		more:
		    i = add.i64 i, 1
		    c = lt.i64 i, depth
		    branch c, outer, end
		end:
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    s = index.f64 m, k
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: table f64[4] to f, 32 bytes: HOISTED (0), out of the loop at test:`},
	{"copies are hoisted out of the loops in which nothing changes", `
		func main(x, n) -> (r0) {
		start:
		    a, b = copy x, x
		    r0, i = copy 0.0, 0
		    goto outer
		outer:
		    j = copy 0
		    v = convert_f64.i64 i
		    b = insert.f64 b, v, 1
		    goto inner
		inner:
		    v = call f(a, j)
		    r0 = add.f64 r0, v
		    j = add.i64 j, 1
		    c = lt.i64 j, 3
		    branch c, inner, again
		again:
		    j = copy 0
		    goto second
		second:
		    v = call f(b, j)
		    r0 = add.f64 r0, v
		    j = add.i64 j, 1
		    c = lt.i64 j, 2
		    branch c, second, more
		more:
		    i = add.i64 i, 1
		    c = lt.i64 i, depth
		    branch c, outer, other
		other:
		    v = call f(a, i)
		    i = sub.i64 i, 1
		    c = gt.i64 i, 0
		    branch c, other, end
		end:
		    w = index.f64 a, 2
		    r0 = add.f64 r0, w
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    s = index.f64 m, k
		    LARGE
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: HOISTED (1), out of the loop at test:
		main: b f64[4] to f, 32 bytes: HOISTED (1), out of the loop at test:
		main: x f64[4] to f, 32 bytes: HOISTED (0), out of the loop at test:`},
	{"what a loop hands over and gets back is copied ahead of it and behind it", `
		func main(x, n) -> (r0) {
		start:
		    a, b = copy x, x
		    b = insert.f64 b, 0.75, 1
		    r0, i = copy 0.0, 0
		    goto first
		first:
		    a, v = call f(a, i)
		    r0 = add.f64 r0, v
		    i = add.i64 i, 1
		    c = lt.i64 i, 2
		    branch c, first, next
		next:
		    i = copy 0
		    goto second
		second:
		    b, v = call f(b, i)
		    r0 = add.f64 r0, v
		    i = add.i64 i, 1
		    c = lt.i64 i, 3
		    branch c, second, third
		third:
		    a, v = call f(a, i)
		    w = index.f64 a, 0
		    r0 = add.f64 r0, w
		    i = sub.i64 i, 1
		    c = gt.i64 i, 0
		    branch c, third, end
		end:
		    v = index.f64 a, 1
		    w = index.f64 b, 1
		    r0 = add.f64 r0, v
		    r0 = mul.f64 r0, w
		    goto halt
		}
		func f(m, k) -> (m, s) {
		f.start:
		    s = index.f64 m, 1
		    LARGE
		    m = insert.f64 m, s, k
		    return
		}`, `
		main: a f64[4] to f, 32 bytes: HOISTED (0), out of the loop at test:
		main: a f64[4] from f, 32 bytes: HOISTED (0), out of the loop at test:
		main: b f64[4] to f, 32 bytes: HOISTED (0), out of the loop at test:
		main: b f64[4] from f, 32 bytes: HOISTED (0), out of the loop at test:
		main: a f64[4] to f, 32 bytes: COPIED
		main: a f64[4] from f, 32 bytes: COPIED`},
	{"a part of a matrix, by value, is copied ahead of the loops whose variables it does not use", `
		func main(x, n) -> (r0) {
		start:
		    mat = copy 0.5
		    r0, i = copy 0.0, 0
		    goto outer
		outer:
		    v = convert_f64.i64 i
		    v2 = index.f64 x, i
		    mat = insert.f64 mat, v2, i, 1
		    j = copy 0
		    goto inner
		inner:
		    a = index.f64 mat, j
		    v = call f(a, i)
		    r0 = add.f64 r0, v
		    b = index.f64 mat, i
		    v = call g(b, j)
		    r0 = sub.f64 r0, v
		    j = add.i64 j, 1
		    c = lt.i64 j, n
		    branch c, inner, more
		more:
		    i = add.i64 i, 1
		    c = lt.i64 i, n
		    branch c, outer, end
		end:
		    goto halt
		}
		func f(m, k) -> (s) {
		f.start:
		    s = index.f64 m, k
		    return
		}
		func g(m1, k1) -> (t) {
		g.start:
		    t = index.f64 m1, k1
		    return
		}`, `
		main: mat[j] f64[4] to f, 32 bytes: COPIED: it is a part of an array, by value
		main: mat[i] f64[4] to g, 32 bytes: HOISTED (1), out of the loop at test:`},
	{"arrays that change places", `
		func main(x, n) -> (r0) {
		start:
		    a, b = copy x, x
		    r0 = call f(a, b, n)
		    goto halt
		}
		func f(m1, m2, k) -> (s) {
		f.start:
		    m1 = insert.f64 m1, 2.5, 0
		    s = index.f64 m2, 0
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    k1 = sub.i64 k, 1
		    s = call f(m2, m1, k1)
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: x f64[4] to f, 32 bytes: COPIED: m1 is written
		f: m2 f64[4] to f, 32 bytes: COPIED: m1 is written
		f: m1 f64[4] to f, 32 bytes: COPIED: m1 is written`},
	{"arrays that change places, and come back", `
		func main(x, n) -> (r0) {
		start:
		    a, b = copy x, x
		    r0, a, b = call f(a, b, n)
		    goto halt
		}
		func f(m1, m2, k) -> (s, m1, m2) {
		f.start:
		    v = index.f64 m1, 0
		    s = add.f64 v, 2.5
		    m1 = insert.f64 m1, s, 0
		    s = index.f64 m2, 0
		    c = le.i64 k, 0
		    branch c, f.end, f.more
		f.end:
		    return
		f.more:
		    k1 = sub.i64 k, 1
		    s, m2, m1 = call f(m2, m1, k1)
		    w = index.f64 m1, 0
		    s = sub.f64 w, s
		    return
		}`, `
		main: x f64[4] to f, 32 bytes: ALIASED
		main: x f64[4] to f, 32 bytes: COPIED
		main: a f64[4] from f, 32 bytes: ALIASED
		main: b f64[4] from f, 32 bytes: ALIASED
		f: m2 f64[4] to f, 32 bytes: COPIED
		f: m1 f64[4] to f, 32 bytes: COPIED
		f: m2 f64[4] from f, 32 bytes: COPIED
		f: m1 f64[4] from f, 32 bytes: COPIED`},
}

// declarations of the programs above.
const contractVars = `
program test source

uniform table : f64[4] = [1.0, 2.0, 3.0, 4.0]
var x : f64[4]
var n : i64
var r0 : f64
`

func contractProgram(t *testing.T, text string) *program.Program {
	vars := ""
	for _, name := range []string{"a", "b", "m", "m1", "m2", "own"} {
		vars += "var " + name + " : f64[4]\n"
	}
	for _, name := range []string{"depth", "k", "k1", "i", "j"} {
		vars += "var " + name + " : i64\n"
	}
	for _, name := range []string{"v", "v2", "w", "s", "t"} {
		vars += "var " + name + " : f64\n"
	}
	vars += "var mat : f64[3,4]\n"
	text = strings.Replace(text, "start:\n", "start:\n    depth = and.i64 n, 3\n", 1)
	text = strings.NewReplacer(", n) ->", ", n) ->", ", n)", ", depth)").Replace(text)
	text = strings.ReplaceAll(text, "LARGE", strings.Repeat("s = quo.f64 s, 1.25\n", 300)) // no copies of it
	p, err := program.Parse("test", contractVars+vars+"var c : bool\n"+text)
	require.NoError(t, err)
	return p
}

func TestContract(t *testing.T) {
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			p := contractProgram(t, c.text)
			list, err := lower.Contract(p)
			require.NoError(t, err)
			lines := strings.Split(strings.TrimSuffix(lower.ContractText(list), "\n"), "\n")
			expected := strings.Split(strings.TrimSpace(c.expected), "\n")
			require.Len(t, lines, len(expected), strings.Join(lines, "\n"))
			for i, line := range expected {
				require.Contains(t, lines[i], strings.TrimSpace(line), strings.Join(lines, "\n"))
			}
			testkit.SameQuick(t, p, testkit.RandomLanes(p, 40, 1), testkit.Limits{})
		})
	}
}
