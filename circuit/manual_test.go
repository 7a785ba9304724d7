package circuit_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

var generate = flag.Bool("generate", false, "write GATES.md")

func TestManual(t *testing.T) {
	if *generate {
		require.NoError(t, os.WriteFile("GATES.md", []byte(circuit.Manual()), 0o666))
	}
	text, err := os.ReadFile("GATES.md")
	require.NoError(t, err)
	require.Equal(t, circuit.Manual(), string(text), "run go test ./circuit -generate")
}

// The schema says of every kind what it is, in a sentence, and names only rows that there are.
func TestSchema(t *testing.T) {
	names := map[string]bool{}
	for k := circuit.CircuitRoot; k <= circuit.Constant; k++ {
		r := circuit.Schema[k]
		require.NotEmpty(t, r.Name)
		require.False(t, names[r.Name], r.Name)
		names[r.Name] = true
		require.True(t, strings.HasSuffix(r.Doc, "."), r.Name)
		require.NotZero(t, r.Part, r.Name)
	}
	for _, n := range circuit.SeedNames {
		for _, op := range n.Ops {
			require.True(t, slices.ContainsFunc(program.Opcodes(),
				func(o program.Opcode) bool { return o.Info().Row.Name == op }), op)
		}
	}
}

// The parts of a type come out as they went in.
func TestType(t *testing.T) {
	for d := program.Bool; d <= program.F64; d++ {
		for _, v := range []circuit.Variance{circuit.MayVary, circuit.Varies, circuit.Same} {
			x := circuit.ValueOf(d).With(v)
			require.True(t, x.HasValue())
			require.Equal(t, d, x.Dtype())
			require.Equal(t, v, x.Variance())
			require.NotEqual(t, circuit.NoValue, x.Primary())
		}
	}
	require.False(t, circuit.Empty.HasValue())
	require.Equal(t, circuit.Control, circuit.Empty.Variance())
}
