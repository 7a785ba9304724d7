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
