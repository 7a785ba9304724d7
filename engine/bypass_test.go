package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

// Phases that few lanes come to have jumps around them; a form of the program has one around each that is long.
func TestJumps(t *testing.T) {
	if len(Machines()) == 0 {
		t.Skip("there is no machine code here")
	}
	for _, c := range []struct {
		name, text  string
		rare, other int
	}{
		{"correction of NaN", `func F(a, b, c, d float64) float64 { return real(complex(a, b) / complex(c, d)) }`, 1, 0},
		{"two ways", `import "math"
			func F(x float64) float64 {
				if x < 0.3 { return math.Sin(x) * math.Exp(x) }
				return math.Log(x) * math.Cos(x) }`, 0, 2},
		{"a short way", `func F(x float64) float64 {
			if x != x { x = 3 }
			return x * x }`, 0, 0},
		{"what all lanes do", `import "math"
			func F(x float64) (y float64) {
				for x > 0 { y += math.Sin(x) * math.Exp(-x); x -= 0.1 }
				return y }`, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := golang.File{Name: "a.go", Text: "package a\n" + c.text}
			source, err := golang.Compile([]golang.File{file}, "F", golang.Options{OurMath: true})
			require.NoError(t, err)
			p, err := lower.Lower(source)
			require.NoError(t, err)
			code, err := Compile(p, Options{Machine: Machines()[0]})
			require.NoError(t, err)
			jumps := func() int {
				text, err := code.Phases()
				require.NoError(t, err)
				return strings.Count(text, "jumped over where no lane is here")
			}
			require.Equal(t, c.rare, jumps())
			forms := code.forms(code.graph.nesting)
			require.Equal(t, c.other > 0, len(forms) > 0)
			if c.other > 0 {
				code.shape.Store(code.with(forms[0], 1))
				require.Equal(t, c.rare+c.other, jumps())
			}
		})
	}
}
