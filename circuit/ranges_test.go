package circuit_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/golden"
	"github.com/lockstep-simt/lockstep/program"
)

// What ranges drop, with the proofs, and what is left: one file a case.
func TestRangesGoldens(t *testing.T) {
	golden.Archives(t, "testdata/ranges/*.txtar", func(t *testing.T, a *golden.Archive) {
		proofs, after := droppedBy(t, parsed(t, a.Section(a.Names()[0])))
		a.Expect("dropped", string(proofs))
		a.Expect("after", string(after))
	})
}

// droppedBy returns the lines of Why that have proofs, and the program behind all passes.
func droppedBy(t *testing.T, p *program.Program) (proofs, after []byte) {
	var why, list bytes.Buffer
	require.NoError(t, circuit.Why(&why, p))
	for _, line := range strings.Split(why.String(), "\n") {
		if strings.HasPrefix(line, "    ") && strings.Contains(line, ": ") {
			list.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	q, became := circuit.Optimise(p, circuit.Options{})
	for _, o := range became {
		require.Empty(t, o.Refused)
	}
	require.NoError(t, program.Verify(q))
	again, _ := circuit.Optimise(q, circuit.Options{})
	require.Equal(t, program.Print(q), program.Print(again), "a second time changes nothing")
	return list.Bytes(), []byte(program.Print(q))
}

// TestUniformsOnce: what is known of a uniform is found out once, however often others are made of it. Otherwise this
// takes some 2^60 steps.
func TestUniformsOnce(t *testing.T) {
	var text strings.Builder
	text.WriteString("program sums source\n\nuniform u0 : i64\n")
	for i := range 60 {
		fmt.Fprintf(&text, "uniform u%d : i64 = add.i64 u%d, u%d\n", i+1, i, i)
	}
	text.WriteString("uniform c : bool = gt.i64 u60, u59\n\nvar x : i64\n\nfunc main(x) -> (x) {\nstart:\n" +
		"    branch c, more, halt\nmore:\n    x = add.i64 x, u60\n    return\n}\n")
	circuit.Optimise(parsed(t, text.String()), circuit.Options{})
}

// TestComparisonsShareSteps: however many comparisons of a function are about numbers of which too little is known, one
// that follows in a few steps from another is decided.
func TestComparisonsShareSteps(t *testing.T) {
	const numbers = 8
	var text strings.Builder
	text.WriteString("program many source\n\nvar c : bool\nvar r : i64\n")
	for i := range numbers {
		fmt.Fprintf(&text, "var x%d : i64\n", i)
	}
	text.WriteString("\nfunc main(x0, x1, x2, x3, x4, x5, x6, x7) -> (r) {\nstart:\n    r = const.i64 0\n")
	for i := range numbers { // all are different
		for j := range i {
			fmt.Fprintf(&text, "    c = ne.i64 x%d, x%d\n    branch c, differ%d_%d, halt\ndiffer%d_%d:\n",
				i, j, i, j, i, j)
		}
	}
	for i := range numbers {
		for j := range i {
			fmt.Fprintf(&text, "    c = lt.i64 x%d, x%d\n    branch c, less%d_%d, after%d_%d\nless%d_%d:\n"+
				"    r = add.i64 r, 1\n    goto after%d_%d\nafter%d_%d:\n",
				i, j, i, j, i, j, i, j, i, j, i, j)
		}
	}
	text.WriteString("    c = lt.i64 x0, x1\n    branch c, less, halt\nless:\n    c = lt.i64 x2, x0\n" +
		"    branch c, least, halt\nleast:\n    c = lt.i64 x2, x1\n    branch c, sure, halt\nsure:\n" +
		"    r = neg.i64 r\n    return\n}\n")
	var why bytes.Buffer
	require.NoError(t, circuit.Why(&why, parsed(t, text.String())))
	require.Contains(t, why.String(), "branch on lt.i64 x2, x1: since")
}
