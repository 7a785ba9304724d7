package reshape

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// onceProgram is a program with a function that calls itself behind one test or two.
const onceProgram = `program p source
var x : f64
var n : i64
var r : f64
var a : f64
var m : i64
var b : f64
var k : i64
var t : bool
var y : f64
var z : f64
func main(x, n) -> (r) {
start:
r = call f(x, n)
return
}
func f(a, m) -> (y) {
first:
t = TEST1
branch t, below, second
below:
b = X1
k = N1
z = call f(b, k)
y = sub.f64 1.0, z
return
second:
t = TEST2
branch t, above, rest
above:
b = X2
k = N2
z = call f(b, k)
y = add.f64 0.25, z
return
rest:
y = convert_f64.i64 m
y = add.f64 y, a
return
}
`

// What a program of onceProgram is made of.
var (
	onceTestsOf = []string{"lt.f64 a, 0.0", "gt.f64 a, 1.0", "le.f64 a, 0.0", "lt.f64 a, 0.5", "ge.f64 a, -0.0",
		"lt.i64 m, 0", "gt.i64 m, 7", "ne.i64 m, 3", "le.i64 m, -1", "eq.f64 a, 0.0", "ne.f64 a, a", "copy false"}
	onceFloats = []string{"copy a", "neg.f64 a", "sub.f64 1.0, a", "quo.f64 1.0, a", "abs.f64 a", "add.f64 a, 1.0",
		"mul.f64 a, 0.5", "copy 0.75"}
	onceInts = []string{"copy m", "neg.i64 m", "sub.i64 7, m", "add.i64 m, 1", "div.i64 m, 2", "copy 5"}
)

// onceInputs are at and around what tests ask for.
var onceInputs = func() (list [][]uint64) {
	for _, x := range []float64{0, math.Copysign(0, -1), 0.25, 0.5, math.Nextafter(0.5, 0), -0.5, 1, 1.5, -3,
		1e300, -1e300, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, -5e-324} {
		for _, n := range []int64{0, 1, -1, 3, -3, 7, 8, -20, math.MaxInt64, math.MinInt64} {
			list = append(list, []uint64{math.Float64bits(x), uint64(n)})
		}
	}
	return list
}()

// TestOnceAnything: whatever a function asks and passes to itself, it does what it did.
func TestOnceAnything(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 200
	}
	r := rand.New(rand.NewPCG(11, 12))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	without, endless := 0, 0
	for range n {
		text := strings.NewReplacer("TEST1", pick(onceTestsOf), "TEST2", pick(onceTestsOf), "X1", pick(onceFloats),
			"X2", pick(onceFloats), "N1", pick(onceInts), "N2", pick(onceInts)).Replace(onceProgram)
		p, err := program.Parse("p", text)
		require.NoError(t, err)
		require.NoError(t, program.Verify(p))
		q, err := once(p.Clone())
		require.NoError(t, err)
		require.NoError(t, program.Verify(q), "%s\nfrom:\n%s", q, p)
		if program.Equal(p, q) {
			continue
		}
		if !recurses(q) {
			without++
		}
		for range 24 {
			in := onceInputs[r.IntN(len(onceInputs))]
			want, err := strict.Run(p, 300, in...)
			require.NoError(t, err)
			got, err := strict.Run(q, 1000, in...)
			require.NoError(t, err)
			if want.Endless { // at least for long
				if got.Fault == optab.StackOverflow {
					want, err = strict.Run(p, 5000, in...)
					require.True(t, err == nil && want.Endless, "inputs %x end:\n%s\nfrom:\n%s", in, q, p)
					endless++
				}
				continue
			}
			require.True(t, want.Same(got), "inputs %x: %+v, want %+v:\n%s\nfrom:\n%s", in, got, want, q, p)
		}
	}
	require.Positive(t, without)
	require.Positive(t, endless)
	t.Logf("%d of %d programs have no recursion any more; %d lanes would call for ever", without, n, endless)
}

func recurses(p *program.Program) bool {
	for _, stacks := range edit.NewCallGraph(p).Stacking() {
		if stacks {
			return true
		}
	}
	return false
}

// TestOnce shows which recursions are none.
func TestOnce(t *testing.T) {
	for _, c := range []struct {
		name, test, x, n string
		recurses         bool
	}{
		{"odd functions", "lt.f64 a, 0.0", "neg.f64 a", "copy m", false},
		{"reflection", "lt.f64 a, 0.5", "sub.f64 1.0, a", "copy m", false},
		{"reciprocals", "gt.f64 a, 1.0", "quo.f64 1.0, a", "copy m", false},
		{"negative powers", "lt.i64 m, 0", "copy a", "neg.i64 m", false},
		{"a number that is set", "gt.i64 m, 7", "copy a", "copy 5", false},
		{"another parameter", "lt.i64 m, 0", "neg.f64 a", "neg.i64 m", true},
		{"a parameter for another", "lt.i64 m, 0", "add.f64 a, 1.0", "neg.i64 m", true},
		{"steps", "lt.f64 a, 0.0", "add.f64 a, 1.0", "copy m", true},
		{"0 is its own negative", "le.f64 a, 0.0", "neg.f64 a", "copy m", true},
		{"halves", "gt.i64 m, 7", "copy a", "div.i64 m, 2", true},
		{"nothing changes", "lt.f64 a, 0.0", "copy a", "copy m", false}, // and whoever calls, calls for ever
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("TEST1", c.test, "X1", c.x, "N1", c.n, "TEST2", "copy false", "X2", "copy a",
				"N2", "copy m").Replace(onceProgram)
			p, err := program.Parse("p", text)
			require.NoError(t, err)
			q, err := once(p)
			require.NoError(t, err)
			require.Equal(t, c.recurses, recurses(q), fmt.Sprint(q))
		})
	}
}

// A call that never returns is not confused with another one at the same position, as copies of a function have:
// 20 goes to -13, 13, -6 and 6.
func TestOnceOneOfTwo(t *testing.T) {
	text := strings.NewReplacer("TEST1", "lt.i64 m, 0", "X1", "copy a", "N1", "neg.i64 m", "TEST2", "gt.i64 m, 7",
		"X2", "copy a", "N2", "sub.i64 7, m", "call f(b, k)", "call f(b, k) @9:9").Replace(onceProgram)
	p, err := program.Parse("p", text)
	require.NoError(t, err)
	q, err := once(p.Clone())
	require.NoError(t, err)
	want, err := strict.Run(p, 100, 0, 20)
	require.NoError(t, err)
	got, err := strict.Run(q, 100, 0, 20)
	require.NoError(t, err)
	require.True(t, want.Same(got) && got.Fault == optab.NoFault, "%+v, want %+v:\n%s", got, want, q)
}

// What a loop does before a call is not looked at: such a recursion stays.
func TestOnceBehindLoop(t *testing.T) {
	p, err := program.Parse("p", `program p source
var x : f64
var r : f64
var a : f64
var i : i64
var t : bool
var y : f64
var z : f64
func main(x) -> (r) {
start:
r = call f(x)
return
}
func f(a) -> (y) {
first:
t = lt.f64 a, 0.0
branch t, below, rest
below:
i = copy 0
z = neg.f64 a
goto loop
loop:
t = lt.i64 i, 3
branch t, round, more
round:
z = sub.f64 z, 1.0
i = add.i64 i, 1
goto loop
more:
y = call f(z)
y = mul.f64 y, 2.0
return
rest:
y = sqrt.f64 a
return
}
`)
	require.NoError(t, err)
	q, err := once(p.Clone())
	require.NoError(t, err)
	require.True(t, program.Equal(p, q), q)
}

// TestOnceMutual: two functions that hand a number to each other once become functions without recursion; others stay
// as they are.
func TestOnceMutual(t *testing.T) {
	const text = `program p source
var x : f64
var r : f64
var a : f64
var s : bool
var u : f64
var y : f64
var b : f64
var t : bool
var v : f64
var z : f64
func main(x) -> (r) {
start:
r = call erfc(x)
return
}
func erf(a) -> (y) {
erf_start:
s = gt.f64 a, 2.0
branch s, erf_large, erf_small
erf_large:
y = sub.f64 a, STEP
u = call erfc(y)
y = sub.f64 1.0, u
return
erf_small:
y = sin.f64 a
return
}
func erfc(b) -> (z) {
erfc_start:
t = lt.f64 b, LIMIT
branch t, erfc_small, erfc_large
erfc_small:
v = call erf(b)
z = sub.f64 1.0, v
return
erfc_large:
z = exp.f64 b
return
}
`
	for _, c := range []struct {
		limit, step string
		stays       bool
	}{{"2.0", "0.0", false}, {"-1.0", "0.0", false}, {"2.5", "0.25", true}} {
		p, err := program.Parse("p", strings.NewReplacer("LIMIT", c.limit, "STEP", c.step).Replace(text))
		require.NoError(t, err)
		q, err := once(p.Clone())
		require.NoError(t, err)
		require.NoError(t, program.Verify(q))
		require.Equal(t, c.stays, recurses(q), "below %s: %s", c.limit, q)
		require.True(t, !c.stays || program.Equal(p, q))
		for _, x := range []float64{-3, 0.5, 1.9, 2, 2.1, 2.7, math.NaN(), math.Inf(1)} {
			want, err := strict.Run(p, 100, math.Float64bits(x))
			require.NoError(t, err)
			if want.Endless {
				continue
			}
			got, err := strict.Run(q, 100, math.Float64bits(x))
			require.NoError(t, err)
			require.True(t, want.Same(got), "%v below %s", x, c.limit)
		}
	}
}
