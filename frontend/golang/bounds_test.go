package golang_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/program"
)

// lines repeats a line for 0, 1, … n-1. %[1]d in it is the number, %[2]d the next.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i, i+1)
	}
	return b.String()
}

// Source that would take minutes or gigabytes is refused where it stands, by
// counting; so it takes no time, on any machine.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, source, refused string }{
		{
			"structs that double",
			"type T0 struct{ a, b int }\n" + lines(40, "type T%[2]d struct{ a, b T%[1]d }") +
				"func F(x int) int { var t T40; _ = t; return x }",
			"a.go:16:6: type T14 has more than 20000 parts",
		},
		{
			"structs that double in a function",
			"func F(x int) int {\ntype T0 struct{ a, b int }\n" + lines(40, "type T%[2]d struct{ a, b T%[1]d }") +
				"var t T40; _ = t; return x }",
			"a.go:17:6: type T14 has more than 20000 parts",
		},
		{
			"generic types that double",
			"type P[A, B any] struct{ a A; b B }\ntype Q0 = P[int, int]\n" +
				lines(40, "type Q%[2]d = P[Q%[1]d, Q%[1]d]") + "func F(x int) int { var q Q40; _ = q; return x }",
			"a.go:15:6: type Q12 takes more than 10000 words to write out",
		},
		{
			"generic types that hold each other twice",
			"type G0[A any] struct{ a, b A }\n" + lines(40, "type G%[2]d[A any] struct{ a, b G%[1]d[A] }") +
				"type T G40[int]\nfunc F(x int) int { var t T; _ = t; return x }",
			"type T has more than 20000 parts",
		},
		{
			"types that are deep",
			"type T0 struct{ a int }\n" + lines(1000, "type T%[2]d struct{ a T%[1]d }") +
				"func F(x int) int { var t T1000; _ = t; return x }",
			"a.go:501:6: type T499 holds types that hold one another more than 500 deep",
		},
		{
			"generic functions that are called with pairs",
			"type P[A, B any] struct{ a A; b B }\n" + lines(30,
				"func f%[1]d[A any](a A) int { return f%[2]d(P[A, A]{a, a}) }") +
				"func f30[A any](a A) int { return 1 }\nfunc F(x int) int { return f0(x) }",
			"a.go:15:35: f13 is instantiated with a type that takes more than 10000 words to write out",
		},
		{
			"generic functions that call two others each",
			"type L[A any] struct{ a A }\ntype R[A any] struct{ a A }\n" +
				lines(20, "func f%[1]d[A any](a A) int { return f%[2]d(L[A]{a}) + f%[2]d(R[A]{a}) }") +
				"func f20[A any](a A) int { return 1 }\nfunc F(x int) int { return f0(x) }",
			"generic functions are instantiated more than 5000 times",
		},
		{
			"methods of generic types",
			"type P[A any] struct{ a A }\nfunc (p P[A]) m() int { return f(p) }\nfunc f[A any](a A) int { " +
				"return 1 }\n" +
				"type D[A, B any] struct{ a A; b B }\n" +
				lines(30, "func f%[1]d[A any](a A) int { var p P[A]; return p.m() + f%[2]d(D[A, P[A]]{}) }") +
				"func f30[A any](a A) int { return 1 }\nfunc F(x int) int { return f0(x) }",
			"takes more than 10000 words to write out",
		},
		{
			"constant strings that grow",
			"const s0 = \"0123456789\"\n" + lines(14, "const s%[2]d = s%[1]d + s%[1]d + s%[1]d + s%[1]d") +
				"func F(x int) int { return x + len(s14) }",
			"a.go:11:12: a constant string here has more than 1048576 bytes",
		},
		{
			"constant strings in groups and functions",
			"func F(x int) int {\nconst (\na0 = \"0123456789\"\nb0\n)\n" +
				lines(14, "const (\na%[2]d = b%[1]d + (b%[1]d) + string(b%[1]d)+b%[1]d\nb%[2]d\n)\n") +
				"return x + len(b14) }",
			"a constant string here has more than 1048576 bytes",
		},
		{
			"a long function",
			"func F(x float64) (y float64) {\n" + lines(25000, "\ty = y*0.5 + x - %[1]d") + "return y }",
			"a.go:2:6: F is too large: its syntax tree has 225014 nodes, and at most 200000 are compiled",
		},
		{
			"many branches",
			"func F(x int) (n int) {\n" + lines(6000, "\tif x == %[1]d { n += 3 }") + "return n }",
			"a.go:2:6: F has 6000 branches and cases, and at most 5000 are compiled",
		},
		{
			"many cases",
			"func F(x int) (n int) {\nswitch x {\n" + lines(6000, "\tcase %[1]d: n = 3") + "}\nreturn n }",
			"a.go:2:6: F has 6000 branches and cases",
		},
		{
			"a long table",
			"var t = [...]int{\n" + strings.Repeat("1, 2, 3, 4, 5, 6, 7, 8,\n", 26000) +
				"}\nfunc F(x int) int { return t[x] }",
			"a.go:2:1: this declaration is too large",
		},
		{
			"instances of large functions",
			"func g(n, x int) (y int) {\n" + lines(9000, "\ty += x*%[1]d + n") + "return y }\n" +
				lines(20, "func h%[1]d(x int) int { return g(%[1]d, x) }") + "func F(x int) int { return 0" +
				strings.ReplaceAll(lines(20, "+ h%[1]d(x)"), "\n", " ") + " }",
			"the instances of all functions have more than 400000 operations",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + c.source}}, "F",
				golang.Options{})
			require.ErrorContains(t, err, c.refused)
			for _, e := range program.Errors(err) {
				assert.True(t, e.Pos.IsValid(), e)
			}
			assert.LessOrEqual(t, len(program.Errors(err)), 10, "enough is enough")
		})
	}
}

// What is large but not too large is compiled.
func TestWithinBounds(t *testing.T) {
	for name, src := range map[string]string{
		"chained calls": lines(3000, "func f%[1]d(x int) int { return f%[2]d(x) + %[1]d }") +
			"func f3000(x int) int { return x }\nfunc F(x int) int { return f0(x) }",
		"cases": "func F(x int) (n int) {\nswitch x {\n" + lines(2000, "\tcase %[1]d: n = %[1]d * 7") + "}\nreturn n }",
		"lines": "func F(x float64) (y float64) {\n" + lines(3000, "\ty = y*0.5 + x - %[1]d") + "return y }",
		"a type for each call": "type P[A any] struct{ a A; n int }\n" +
			lines(40, "func f%[1]d[A any](a A) int { return f%[2]d(P[A]{a, 1}) }") +
			"func f40[A any](a A) int { return 1 }\nfunc F(x int) int { return f0(x) }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			_, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + src}}, "F", golang.Options{})
			require.NoError(t, err)
			t.Log(time.Since(start))
		})
	}
}
