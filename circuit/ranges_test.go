package circuit_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// What ranges drop, with the proofs, and what is left: one file a case.
func TestRangesGoldens(t *testing.T) {
	names, err := filepath.Glob("testdata/ranges/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			require.NoError(t, err)
			p := parsed(t, string(a.Files[0].Data))
			proofs, after := droppedBy(t, p)
			b := &txtar.Archive{Comment: a.Comment, Files: []txtar.File{a.Files[0], {Name: "dropped", Data: proofs}, {Name: "after", Data: after}}}
			if *update {
				require.NoError(t, os.WriteFile(name, txtar.Format(b), 0o666))
				return
			}
			require.Equal(t, string(txtar.Format(b)), string(txtar.Format(a)), "run go test ./circuit -run Goldens -update")
		})
	}
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
