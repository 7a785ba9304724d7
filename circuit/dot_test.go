package circuit_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
)

func ExampleDot() {
	p, err := program.Parse("scale", scale)
	if err != nil {
		panic(err)
	}
	if err := circuit.Dot(os.Stdout, p); err != nil {
		panic(err)
	}
	// Output:
	// digraph "scale" {
	//     node [fontname=monospace, fontsize=10];
	//     edge [fontname=monospace, fontsize=9];
	//     subgraph cluster_0 {
	//         label="main";
	//         g0_1 [label="STATE_ENTRY start", shape=box, style=bold];
	//         g0_2 [label="DEPEND_ENTRY", shape=ellipse];
	//         g0_11 [label="LOOP_BEGIN loop", shape=box, style=bold];
	//         g0_12 [label="a = select", shape=invtrapezium];
	//         g0_13 [label="k = select", shape=invtrapezium];
	//         g0_15 [label="f = mul.i64 x, 12", shape=plaintext];
	//         g0_16 [label="b = sub.i64 n, k", shape=plaintext];
	//         g0_17 [label="a = add.i64 a, f", shape=plaintext];
	//         g0_18 [label="a = xor.i64 a, b", shape=plaintext];
	//         g0_20 [label="k = add.i64 k, 1", shape=plaintext];
	//         g0_21 [label="c = lt.i64 k, n", shape=plaintext];
	//         g0_22 [label="IF_BRANCH", shape=box, style=bold];
	//         g0_23 [label="IF_FALSE done", shape=box, style=bold];
	//         g0_24 [label="RETURN a", shape=box, style=bold];
	//         g0_25 [label="IF_TRUE", shape=box, style=bold];
	//         g0_26 [label="LOOP_BACK", shape=box, style=bold];
	//         g0_1 -> g0_11 [style=bold];
	//         g0_26 -> g0_11 [style=bold, label=again, constraint=false];
	//         g0_11 -> g0_12 [style=bold];
	//         g0_18 -> g0_12 [label=again, constraint=false];
	//         g0_11 -> g0_13 [style=bold];
	//         g0_20 -> g0_13 [label=again, constraint=false];
	//         g0_13 -> g0_16 [];
	//         g0_12 -> g0_17 [];
	//         g0_15 -> g0_17 [];
	//         g0_17 -> g0_18 [];
	//         g0_16 -> g0_18 [];
	//         g0_13 -> g0_20 [];
	//         g0_20 -> g0_21 [];
	//         g0_11 -> g0_22 [style=bold];
	//         g0_21 -> g0_22 [];
	//         g0_22 -> g0_23 [style=bold];
	//         g0_23 -> g0_24 [style=bold];
	//         g0_2 -> g0_24 [style=dashed, color=gray40];
	//         g0_18 -> g0_24 [];
	//         g0_22 -> g0_25 [style=bold];
	//         g0_25 -> g0_26 [style=bold];
	//     }
	// }
}

var (
	dotNode = regexp.MustCompile(`^        (g\d+_\d+) \[label="([^"\\]|\\.)*", shape=[a-z]+(, style=bold)?\];$`)
	dotWire = regexp.MustCompile(`^        (g\d+_\d+) -> (g\d+_\d+) \[.*\];$`)
)

// Every line is a node, a wire between nodes or the frame of a function.
func TestDot(t *testing.T) {
	for i := range 12 {
		p := generated(t, rand.New(rand.NewPCG(16, uint64(i))), i)
		var b strings.Builder
		require.NoError(t, circuit.Dot(&b, p))
		nodes := map[string]bool{}
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		require.Equal(t, "}", lines[len(lines)-1])
		for _, line := range lines[3 : len(lines)-1] {
			switch {
			case dotNode.MatchString(line):
				nodes[dotNode.FindStringSubmatch(line)[1]] = true
			case dotWire.MatchString(line):
				m := dotWire.FindStringSubmatch(line)
				require.True(t, nodes[m[1]] && nodes[m[2]], line)
			default:
				require.Regexp(t, `^    (subgraph cluster_\d+ \{|\}|    label=".*";|    ".*" \[shape=note\];)$`, line)
			}
		}
	}
}
