package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// TestSource: the form with calls computes what the program computes, and small recursive
// functions are in the place of their calls.
func TestSource(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		least, most int // calls in the recursive functions
	}{
		{"fib", `func F(n int) int { if n < 2 { return n }; return F(n-1) + F(n-2) }`, 8, 16},
		{"tak", `func F(n int) int { return tak(n, n/2, 1) }
			func tak(x, y, z int) int { if y >= x { return z }; return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y)) }`, 9, 40},
		{"hofstadter", `func F(n int) int { if n == 0 { return 1 }; return n - m(F(n-1)) }
			func m(n int) int { if n == 0 { return 0 }; return n - F(m(n-1)) }`, 8, 64},
		{"ackermann", `func F(n int) int { return a(2, n) }
			func a(m, n int) int { if m == 0 { return n + 1 }; if n == 0 { return a(m-1, 1) }; return a(m-1, a(m, n-1)) }`, 1, 40},
		{"queens, a loop that needs much", `func F(n int) int { return q(1<<uint(n&3+3)-1, 0, 0, 0) }
			func q(all, cols, l, r int) (c int) { if cols == all { return 1 }
				for p := ^(cols|l|r) & all; p != 0; { bit := p & -p; p -= bit; c += q(all, cols|bit, (l|bit)<<1, (r|bit)>>1) }; return c }`, 1, 1},
		{"no recursion", `func F(n int) int { return g(n) * g(n+1) }; func g(n int) int { return n*n + 1 }`, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + c.text}}, "F", golang.Options{})
			require.NoError(t, err)
			before := program.Print(p)
			q, err := lower.Source(p)
			require.NoError(t, err)
			require.Equal(t, before, program.Print(p), "the program is changed")
			require.NoError(t, program.Verify(q))
			calls := 0
			for _, f := range q.Functions {
				for _, b := range f.Graph.Blocks {
					for _, in := range b.Instrs {
						if _, ok := in.(*program.FunctionCallOp); ok {
							calls++
						}
					}
				}
			}
			require.GreaterOrEqual(t, calls, c.least, program.Print(q))
			require.LessOrEqual(t, calls, c.most, program.Print(q))
			want, err := interp.New(p)
			require.NoError(t, err)
			got, err := interp.New(q)
			require.NoError(t, err)
			for n := range uint64(9) {
				in := []interp.Value{{Type: program.Scalar(program.I64), Bits: []uint64{n}}}
				x, fault, err := want.Run(in)
				require.NoError(t, err)
				y, alsoFault, err := got.Run(in)
				require.NoError(t, err)
				require.Equal(t, fault, alsoFault)
				require.Equal(t, x, y)
			}
		})
	}
}

// TestAbsorb: a function that is large, but small for what its callers give it, is in the place of its calls.
func TestAbsorb(t *testing.T) {
	const text = `package a

func F(n int) int { return digits(n&15) * digits(n>>1&15) }

func digits(n int) (sum int) {
	if n < 100 {
		return n/10 + n%10
	}
	for n > 0 {
		for k := n; k > 0; k /= 7 {
			sum = sum*3 + k%7*(n%11)/(k%5+1) - (n^k)%13*(sum%17) + (n+k)%19/(sum%3+2)
		}
		n /= 10
	}
	return sum
}
`
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: text}}, "F", golang.Options{})
	require.NoError(t, err)
	for without, functions := range map[string]int{"": 0, "absorb": 1} {
		var opts []lower.Option
		if without != "" {
			opts = append(opts, lower.Without(without))
		}
		q, err := lower.Source(p, opts...)
		require.NoError(t, err)
		require.Len(t, q.Functions, functions, program.Print(q))
	}
}
