package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Loops that go on while two things hold: a function F each, and how many comparisons become numbers. Some of these
// are of loops that go on by more than two, or by what others read too.
var conjuncts = map[string]copyingProgram{
	"a map": {`func F(a, b int) (s int) { m := map[int]int{}
		for i := range 12 { m[(a>>i^b)&15] += i; if v, ok := m[i&b]; ok { s = s*3 + v } }
		return s*31 + len(m) }`, 2},
	"a map by several numbers": {`func F(a, b int) (s int) { m := map[[2]int8]int{}
		for i := range 9 { m[[2]int8{int8(a>>i) & 3, int8(b >> i)}]++
			if v, ok := m[[2]int8{int8(i) & 3, int8(b)}]; ok { s = s*3 + v } else { s-- } }
		return s*31 + len(m) }`, 9},
	"a map by floats": {`func F(a, b float64) (s float64) { m := map[float64]int{}
		for i := range 9 { m[a]++; a = a*3 - b; if i&3 == 0 { b = a / 2; m[b] += 2 }; s += float64(m[b]) }
		return s*8 + float64(len(m)) }`, 0},
}

// TestScalarConjuncts compares them with the machine, and counts what becomes a number.
func TestScalarConjuncts(t *testing.T) {
	skipWithoutScalar(t)
	texts, opts := map[string]string{}, golang.Options{OurMath: true, MakeCap: 16}
	for name, c := range conjuncts {
		texts[name] = c.text
		n, code := linesIn(scalarCodeOf(t, c.text, opts), "^SET")
		require.Equal(t, c.loops, n, "%s: %s", name, code)
	}
	compareScalarOf(t, texts, opts)
}
