package reshape

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
)

// eager melds what may be melded, also where it does not pay.
var eager = meldLimits{heavy: 1, least: 1, run: -1000, call: 1}

// TestMeldEverything melds whatever may be: programs still verify, and lanes do what they did.
func TestMeldEverything(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 100
	}
	r := rand.New(rand.NewPCG(3, 4))
	some := map[string]int{}
	for range n {
		data := make([]byte, r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		meldEagerly(t, strict.Generate(data), some)
	}
	for range n {
		meldEagerly(t, parseText(t, alikeWays(r)), some)
	}
	for _, what := range []string{"calls", "operations", "several blocks", "several branches"} {
		require.Positive(t, some[what], what)
	}
}

// meldEagerly melds what is in a program and compares.
func meldEagerly(t *testing.T, p *program.Program, some map[string]int) {
	var want []strict.Outcome
	for _, in := range strict.Inputs {
		o, err := strict.Run(p, 20_000, in...)
		require.NoError(t, err)
		want = append(want, o)
	}
	check := func(q *program.Program) {
		require.NoError(t, program.Verify(q), "%s\nfrom:\n%s", q, p)
		for i, in := range strict.Inputs {
			if want[i].Endless {
				continue
			}
			got, err := strict.Run(q, 200_000, in...)
			require.NoError(t, err, "inputs %v:\n%s\nfrom:\n%s", in, q, p)
			require.True(t, want[i].Same(got), "inputs %v: %+v, want %+v:\n%s\nfrom:\n%s", in, got, want[i], q, p)
		}
	}
	q := p.Clone()
	meldBodies(q, newCallRules(q, eager), eager, func(Melded) { some["calls"]++ })
	check(q)
	branches := 0
	meldBodies(q, operationRules{q}, eager, func(m Melded) {
		some["operations"]++
		if branches++; branches > 1 {
			some["several branches"]++
		}
		if m.Runs > 1 {
			some["several blocks"]++
		}
	})
	check(q)
	if some["programs"]++; some["programs"]%8 == 0 {
		for _, pass := range Passes {
			var err error
			q, err = pass.Change(q)
			require.NoError(t, err)
			check(q)
		}
	}
}

// TestMelds: what is melded, and what is not.
func TestMelds(t *testing.T) {
	const head = `program p source
file "p.go"
uniform u : f64
var x : f64
var y : f64
var r : f64
var s : f64
var c : bool
var xs : f64[3]
var i : i64
`
	const heavy = `var hx : f64
var hr : f64
var hc : bool
func heavy(hx) -> (hr) {
first:
    hc = lt.f64 hx, 0.0
    branch hc, low, high
low:
    hr = sqrt.f64 hx
    hr = exp.f64 hr
    goto halt
high:
    hr = exp2.f64 hx
    hr = sin.f64 hr
    goto halt
}
`
	main := func(test, then, other string) string {
		return "func main(x, y) -> (r) {\nstart:\n    xs = const.f64 2.0\n    i = convert_i64.f64 x\n    " + test +
			"\n    branch c, a, b\na:\n" + then + "    goto halt\nb:\n" + other + "    goto halt\n}\n"
	}
	const parts = "c = lt.f64 x, y"
	const switched = `func main(x, y) -> (r) {
start:
    i = convert_i64.f64 x
    switch i, d, 1: a, 2: b, 7: e        @9:1
a:
    r = exp.f64 x
    goto halt
b:
    r = exp.f64 y
    r = sub.f64 r, 1.0
    goto halt
e:
    r = sub.f64 y, 1.0
    goto halt
d:
    y = sub.f64 x, y
    r = exp.f64 y
    goto halt
}
`
	for _, tt := range []struct{ name, text, want string }{
		{"an exponential", main(parts, "r = exp.f64 x\n", "r = exp.f64 y\nr = sub.f64 r, 1.0\n"),
			"a and b both do exp.f64: once in 1 block, 1 operand chosen; saves 7"},
		{"what is between belongs to it", main(parts, "s = mul.f64 x, x\nr = exp.f64 s\nr = sin.f64 r\n",
			"s = mul.f64 y, y\nr = exp.f64 s\nr = sub.f64 r, 1.0\nr = sin.f64 r\n"),
			"a and b both do exp.f64, sin.f64: once in 2 blocks, 1 operand chosen; saves 23"},
		{"a sum of two others does not", main(parts,
			"s = add.f64 x, y\nr = exp.f64 s\n", "s = add.f64 y, u\nr = exp.f64 s\n"),
			"a and b both do exp.f64: once in 1 block, 0 operands chosen; saves 8"},
		{"a quotient is too little", main(parts, "r = quo.f64 x, y\n", "r = quo.f64 y, x\n"), ""},
		{"all lanes go one way", main("c = lt.f64 u, 2.0", "r = exp.f64 x\n", "r = exp.f64 y\n"), ""},
		{"other operations", main(parts, "r = exp.f64 x\n", "r = exp2.f64 y\n"), ""},
		{"a power that is known", main(parts, "r = pow.f64 x, 2.0\n", "r = pow.f64 y, 3.0\n"), ""},
		{"a base that is known", main(parts,
			"r = exp.f64 x\nr = pow.f64 2.0, x\n", "r = pow.f64 y, x\nr = exp.f64 r\n"),
			"a and b both do pow.f64: once in 1 block, 1 operand chosen; saves 35"},
		{"cases of a switch", switched,
			"d and b both do exp.f64: once in 1 block, 0 operands chosen; saves 8\n" +
				"main, line 9: d.meld and a both do exp.f64: once in 1 block, 1 operand chosen; saves 6"},
		{"elements at different places of the source", main(parts,
			"r = index.f64 xs, i @3:1\nr = exp.f64 r\n", "r = index.f64 xs, i @4:1\nr = exp.f64 r\n"),
			"a and b both do exp.f64: once in 1 block, 0 operands chosen; saves 8"},
		{"elements at one place of the source", main(parts,
			"r = index.f64 xs, i @3:1\nr = exp.f64 r\n", "r = index.f64 xs, i @3:1\nr = exp.f64 r\n"),
			"a and b both do index.f64, exp.f64: once in 1 block, 0 operands chosen; saves 10"},
		{"calls", heavy + main(parts,
			"r = call heavy(x)\n", "r = call heavy(y)\nr = sub.f64 r, 1.0\n"),
			"a and b both do heavy: once in 1 block, 1 operand chosen; saves 48"},
		{"calls with an argument that is known",
			heavy + main(parts, "r = call heavy(x)\n", "r = call heavy(2.0)\n"), ""},
		{"calls with an argument that all lanes have",
			heavy + main(parts, "r = call heavy(x)\n", "r = call heavy(u)\n"), ""},
		{"calls of a recursion", strings.Replace(heavy, "hr = sqrt.f64 hx", "hr = call heavy(hx)", 1) +
			main(parts, "r = call heavy(x)\n", "r = call heavy(y)\n"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parseText(t, head+tt.text)
			require.NoError(t, program.Verify(p))
			before := p.String()
			var got strings.Builder
			require.NoError(t, WhyMelded(&got, "together", p))
			require.NoError(t, WhyMelded(&got, "meld", p))
			require.Equal(t, before, p.String())
			const nothing = "no branch at which lanes part has something on both ways that is worth it\n"
			_, melds, _ := strings.Cut(strings.ReplaceAll(got.String(), nothing, ""), ": ")
			require.Equal(t, tt.want, strings.TrimSpace(melds))
		})
	}
}

// alikeWays writes a program in which lanes take one of three ways that are much alike. Quotients
// fault; some are of one position.
func alikeWays(r *rand.Rand) string {
	vars := []string{"a", "b", "v0", "v1", "v2", "v3", "v4"}
	var text strings.Builder
	text.WriteString("program alike source\nfile \"a.go\"\n\nvar r : i64\nvar c : bool\nvar d : bool\n")
	for _, v := range vars {
		fmt.Fprintf(&text, "var %s : i64\n", v)
	}
	text.WriteString("\nfunc main(a, b) -> (r) {\nstart:\n    v0, v1 = copy a, b\n    c = lt.i64 a, b\n")
	if r.IntN(2) == 0 {
		text.WriteString("    branch c, one, rest\nrest:\n    d = lt.i64 a, 2\n    branch d, two, three\n")
	} else {
		text.WriteString("    switch a, one, 0: two, 3: three\n")
	}
	type line struct {
		op  string
		pos int
	}
	var alike []line
	for range 2 + r.IntN(14) {
		ops := []string{"add.i64", "mul.i64", "xor.i64", "div.i64", "copy", "max.i64"}
		alike = append(alike, line{ops[r.IntN(len(ops))], 40 + r.IntN(30)})
	}
	for way, name := range []string{"one", "two", "three"} {
		defined := map[string]bool{"a": true, "b": true, "v0": true, "v1": true}
		operand := func() string {
			for {
				if v := vars[r.IntN(len(vars))]; defined[v] {
					return v
				}
				if r.IntN(6) == 0 {
					return fmt.Sprint(r.IntN(4))
				}
			}
		}
		fmt.Fprintf(&text, "%s:\n", name)
		for _, l := range alike {
			op := l.op
			if r.IntN(5) == 0 {
				op = "sub.i64"
			}
			to := vars[r.IntN(len(vars))]
			pos := l.pos
			if r.IntN(2) == 0 {
				pos += 100 * (way + 1)
			}
			if op == "copy" {
				fmt.Fprintf(&text, "    %s = copy %s", to, operand())
			} else {
				fmt.Fprintf(&text, "    %s = %s %s, %s", to, op, operand(), operand())
			}
			fmt.Fprintf(&text, " @%d:1\n", pos)
			defined[to] = true
		}
		for _, v := range vars {
			if !defined[v] {
				fmt.Fprintf(&text, "    %s = copy 7\n", v)
			}
		}
		text.WriteString("    goto end\n")
	}
	text.WriteString("end:\n    r = add.i64 v0, v1\n")
	for _, v := range []string{"v2", "v3", "v4", "a", "b"} {
		fmt.Fprintf(&text, "    r = mul.i64 r, 31\n    r = add.i64 r, %s\n", v)
	}
	text.WriteString("    goto halt\n}\n")
	return text.String()
}
