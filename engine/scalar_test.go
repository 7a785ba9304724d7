package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

// Programs that call functions: a function F each.
var callers = map[string]string{
	"fib":        `func F(n int) int { n &= 15; return fib(n) }; func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }`,
	"tak":        `func F(x, y, z int) int { return tak(x&7, y&7, z&7) }; func tak(x, y, z int) int { if y >= x { return z }; return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y)) }`,
	"hofstadter": `func F(n int) int { return f(n&31) }; func f(n int) int { if n == 0 { return 1 }; return n - m(f(n-1)) }; func m(n int) int { if n == 0 { return 0 }; return n - f(m(n-1)) }`,
	"ackermann":  `func F(m, n int) int { return a(m&1, n&15) }; func a(m, n int) int { if m == 0 { return n + 1 }; if n == 0 { return a(m-1, 1) }; return a(m-1, a(m, n-1)) }`,
	"queens": `func F(n int) int { n = n&3 + 1; return q(1<<n-1, 0, 0, 0) }
		func q(all, cols, l, r int) (c int) { if cols == all { return 1 }
			for p := ^(cols|l|r) & all; p != 0; { bit := p & -p; p -= bit; c += q(all, cols|bit, (l|bit)<<1, (r|bit)>>1) }; return c }`,
}

// TestScalar compares code that runs one lane at a time with the machine.
func TestScalar(t *testing.T) {
	skipWithout(t)
	all := map[string]string{}
	for _, m := range []map[string]string{programs, callers} {
		for name, text := range m {
			all[name] = text
		}
	}
	for name, text := range all {
		t.Run(name, func(t *testing.T) {
			p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + text}}, "F", golang.Options{})
			require.NoError(t, err)
			low, err := lower.Lower(p)
			require.NoError(t, err)
			machine, err := batch.Compile(low)
			require.NoError(t, err)
			source, err := lower.Source(p)
			require.NoError(t, err)
			for _, lanes := range []int{1, 8, 3000} {
				in := inputs(machine.Params(), lanes)
				want, err := machine.Run(context.Background(), in)
				require.NoError(t, err)
				for _, turns := range []int{0, 1, 100} {
					c, err := CompileScalar(source, Options{Turns: turns})
					if err != nil {
						t.Skip(err)
					}
					compareRun(t, c, in, want, lanes, 1+turns%3)
				}
			}
		})
	}
}
