package batch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/examples/fib"
	"github.com/lockstep-simt/lockstep/examples/quadrature"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// TestClustersOfExamples says what clusters look like: quadrature saves a call's
// parameters together, and what it needs after the call. Each variable of fib
// comes and goes in blocks of its own.
func TestClustersOfExamples(t *testing.T) {
	for _, tc := range []struct {
		name, source, function string
		sizes                  []int
	}{
		{"quadrature", quadrature.Source, "Integrate", []int{4, 3}},
		{"fib", fib.Source, "Fib", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			compiled, err := lockstep.Compile(tc.source, tc.function)
			require.NoError(t, err)
			var sizes []int
			for _, names := range compiled.Code().Clusters() {
				t.Log(names)
				sizes = append(sizes, len(names))
			}
			require.ElementsMatch(t, tc.sizes, sizes)
		})
	}
}

// TestClusters runs programs whose blocks do to the stacks of a cluster all that
// blocks can do, over random lanes in every configuration, and compares with
// the oracle.
func TestClusters(t *testing.T) {
	for _, tc := range []struct {
		name, vars, body string
		clusters         [][]string
		limits           testkit.Limits
	}{
		{
			name: "values are saved, dropped and read below the top",
			vars: `
var a : i64 full
var b : u64 full
var c : f64 full
var t : i64 temporary
var u : u64 temporary
`,
			body: `
    a = copy x
    b = copy 2
    c = copy 0.5
    push a, push b, push c = copy y, 7, 2.5
    goto work
work:
    push a, push b, push c = copy x, 9, c
    push a = add.i64 a, y
    push b = add.u64 b, b
    push c = add.f64 c, 1.0
    goto back
back:
    pop a, b, c
    t = copy a
    u = copy b
    pop a, b, c
    y = xor.i64 y, t
    y = sub.i64 y, a
    t = convert_i64.u64 u
    y = add.i64 y, t
    push a, push b, push c = copy t, u, 4.0
    push a, push b, push c = copy y, b, c
    goto drop
drop:
    pop a, b, c
    pop a, b, c
    a = add.i64 a, y
    x = sub.i64 x, 1
    d2 = gt.i64 x, 3
    branch d2, work, last
last:
    t = convert_i64.f64 c
    u = add.u64 b, 1
    r = convert_i64.u64 u
    r = add.i64 r, t
    r = xor.i64 r, a
    pop a, b, c
    r = add.i64 r, a
    goto halt
`,
			clusters: [][]string{{"a", "b", "c"}},
			limits:   testkit.Limits{MaxSteps: 200},
		},
		{
			name: "inputs have their initial values below them",
			vars: "var t : i64 temporary\n",
			body: `
    t = sub.i64 x, y
    pop x, y
    x = add.i64 t, x
    y = sub.i64 y, 3
    push x, push y = copy y, x
    r = mul.i64 x, y
    goto halt
`,
			clusters: [][]string{{"x", "y"}},
		},
		{
			name: "nine variables are two clusters, and a lane that runs too deep faults at one of them",
			vars: `
var a : i64 full
var b : i64 full
var c : i64 full
var d : i64 full
var e : i64 full
var f : i64 full
var g : i64 full
var h : i64 full
var i : i64 full
`,
			body: `
    x = and.i64 x, 63
    r = copy 0
    pushgoto halt, down
down:
    push a, push b, push c, push d, push e = copy x, y, x, y, x
    push f, push g, push h, push i = copy y, x, y, x
    x = sub.i64 x, 1
    d2 = gt.i64 x, 0
    branch d2, deeper, up
deeper:
    pushgoto up, down
up:
    r = xor.i64 r, a
    r = add.i64 r, b
    r = xor.i64 r, e
    r = add.i64 r, f
    r = xor.i64 r, i
    pop a, b, c, d, e, f, g, h, i
    r = sub.i64 r, i
    return
`,
			clusters: [][]string{{"a", "b", "c", "d"}, {"e", "f", "g", "h", "i"}},
			limits:   testkit.Limits{MaxSteps: 400, MaxDepth: 45},
		},
		{
			name: "a variable that is popped alone once is in no cluster",
			vars: `
var a : i64 full
var b : i64 full
var c : i64 full
`,
			body: `
    push a, push b, push c = copy x, y, 1
    d2 = gt.i64 x, 0
    branch d2, all, some
all:
    pop a, b, c
    r = add.i64 a, b
    goto halt
some:
    pop a, b
    r = add.i64 a, c
    goto halt
`,
			clusters: [][]string{{"a", "b"}},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			kind := "register"
			if tc.clusters[0][0] == "x" {
				kind = "full"
			}
			text := "program clusters lowered\n\nvar x : i64 " + kind + "\nvar y : i64 " + kind +
				"\nvar r : i64 register\nvar d2 : bool temporary\n" +
				tc.vars + "\nfunc main(x, y) -> (r) {\nentry:" + tc.body + "}\n"
			p, err := program.Parse("clusters", text)
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			code, err := batch.Compile(p)
			require.NoError(t, err)
			require.Equal(t, tc.clusters, code.Clusters())
			testkit.Same(t, p, testkit.RandomLanes(p, 150, 12), tc.limits)
		})
	}
}
