package circuit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestOrderOfPasses: the facts about the order hold, and each pass has a sentence.
func TestOrderOfPasses(t *testing.T) {
	at := map[string]int{}
	for i, pass := range circuit.Passes {
		require.NotContains(t, at, pass.Name)
		at[pass.Name] = i
		require.Regexp(t, `^[A-Z].*\.$`, pass.Doc, pass.Name)
	}
	for _, c := range circuit.Order {
		require.Contains(t, at, c.Before)
		require.Contains(t, at, c.After)
		require.Less(t, at[c.Before], at[c.After], "%s before %s, because %s", c.Before, c.After, c.Because)
	}
}

// Without any one of the passes a program computes the same.
func TestPassesOff(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	skipped := map[string]int{}
	for i := range 5 * len(circuit.Passes) {
		p := generated(t, r, i)
		lanes, uniforms := testkit.RandomLanes(p, 6, uint64(i)), testkit.RandomUniforms(p, uint64(i))
		off := circuit.Passes[i%len(circuit.Passes)].Name
		if !ends(t, p, lanes, uniforms) {
			skipped[off]++
			continue
		}
		q, _ := circuit.Optimise(p, circuit.Options{Without: []string{off}})
		require.NoError(t, program.Verify(q), "without %s: %s\n%s", off, p, q)
		require.Equal(t, outcomes(t, p, lanes, uniforms), outcomes(t, q, lanes, uniforms), "without %s: %s\n%s", off, p,
			q)
	}
	for _, pass := range circuit.Passes {
		require.Less(t, skipped[pass.Name], 3, "of 5 programs without %s, most do not end", pass.Name)
	}
}

// ends reports whether lanes end before long; a recursion of several calls may not.
func ends(t testing.TB, p *program.Program, lanes []testkit.Lane, uniforms map[string]interp.Value) bool {
	for _, outcome := range outcomes(t, p, lanes, uniforms, interp.MaxSteps(100_000)) {
		if strings.Contains(outcome, program.Code(optab.StepLimit).String()) {
			return false
		}
	}
	return true
}

// A program that was improved stays as large as it is.
func TestAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var once, twice int
	for i := range 60 {
		p := generated(t, r, i)
		q, _ := circuit.Optimise(p, circuit.Options{})
		again, _ := circuit.Optimise(q, circuit.Options{})
		require.NoError(t, program.Verify(again), "%s\n%s", q, again)
		a, _, _, _ := size(q)
		b, _, _, _ := size(again)
		once, twice = once+a, twice+b
	}
	require.LessOrEqual(t, twice, once)
	t.Log("operations after one run and after two:", once, twice)
}

// Where no circuit is built of a function, for its shape, the reason is told.
func TestRefused(t *testing.T) {
	p := parsed(t, `program twoways source

var n : i64
var c : bool

func main(n) -> (n) {
start:
    c = lt.i64 n, 0
    branch c, left, right
left:
    n = add.i64 n, 1
    goto right
right:
    n = add.i64 n, 2
    c = lt.i64 n, 9
    branch c, left, done
done:
    goto halt
}
`)
	q, became := circuit.Optimise(p, circuit.Options{})
	require.Len(t, became, 1)
	require.Contains(t, became[0].Refused, "entered at several blocks")
	require.True(t, program.Equal(p, q))
}

// Values that no variable was before get variables of their own in each function, whatever others are called.
func TestUnnamed(t *testing.T) {
	p := parsed(t, `program unnamed source

var a : i64[2]
var v : i64
var sum.a : i64[2]
var sum.n : i64
var sum.i : i64
var sum.x : i64
var sum.c : bool
var min.a : i64[2]
var min.n : i64
var min.i : i64
var min.x : i64
var min.c : bool

func main(a, v) -> (a) {
start:
    a = call sum(a, v)
    a = call min(a, v)
    a = call sum(a, v)
    a = call min(a, v)
    goto halt
}

func sum(sum.a, sum.n) -> (sum.a) {
sum.start:
    sum.i = copy 0
    goto sum.head
sum.head:
    sum.c = lt.i64 sum.i, sum.n
    branch sum.c, sum.body, sum.done
sum.body:
    sum.x = index.i64 sum.a, 1
    sum.x = add.i64 sum.x, sum.i
    sum.a = insert.i64 sum.a, sum.x, 1
    sum.i = add.i64 sum.i, 1
    goto sum.head
sum.done:
    goto halt
}

func min(min.a, min.n) -> (min.a) {
min.start:
    min.i = copy 0
    goto min.head
min.head:
    min.c = lt.i64 min.i, min.n
    branch min.c, min.body, min.done
min.body:
    min.x = index.i64 min.a, 1
    min.x = min.i64 min.x, min.i
    min.a = insert.i64 min.a, min.x, 1
    min.i = add.i64 min.i, 1
    goto min.head
min.done:
    goto halt
}
`)
	q, _ := circuit.Optimise(p, circuit.Options{Without: []string{"inline"}})
	require.NoError(t, program.Verify(q), "%s", q)
}

func BenchmarkOptimise(b *testing.B) {
	data := make([]byte, 900)
	r := rand.New(rand.NewPCG(9, 10))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	p := flat(b, testkit.Generate(data))
	gates := 0
	circuit.Optimise(p, circuit.Options{Observe: func(pass string, c *circuit.Circuit) {
		if pass == "build" {
			gates += c.Len()
		}
	}})
	b.ReportAllocs()
	for b.Loop() {
		circuit.Optimise(p, circuit.Options{})
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(gates)*1000, "µs/1000gates")
}

// states describes the sequential part of a circuit.
func states(c *circuit.Circuit) (list []string) {
	for g := range c.Gates() {
		if c.Schema(g).Part != circuit.Sequential {
			continue
		}
		text := fmt.Sprint(g, c.Kind(g), c.Meta(g).Param)
		for i := range int(c.Meta(g).States) {
			text += fmt.Sprint(" ", c.State(g, i))
		}
		list = append(list, text)
	}
	return list
}

// A pass touches the part that it says it does.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	touches := map[string]bool{}
	for _, pass := range circuit.Passes {
		touches[pass.Name] = pass.States
	}
	for i := range 30 {
		p := generated(t, r, i)
		before := map[string][]string{}
		circuit.Optimise(p, circuit.Options{Observe: func(pass string, c *circuit.Circuit) {
			if pass != "build" && !touches[pass] {
				require.Equal(t, before[c.Name], states(c), "%s: %s", pass, p)
			}
			before[c.Name] = states(c)
		}})
	}
}
