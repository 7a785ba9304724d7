package testkit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// Tables that lanes read at one index give what they give one by one: of each number of words, at indices
// that exist and others, with one length and several, short and longer than there are lanes; in one loop, and
// in two of which each lane takes one, which run as stages.
func TestRecords(t *testing.T) {
	staged := Staged.Load()
	for _, types := range []string{"i32 f32", "f64 f64", "bool i32 i64", "f64 i64 f32 bool",
		"f64 f64 i64 i64 f32 u32 u64"} {
		for _, loops := range []int{1, 2} {
			p, err := program.Parse("records.lockstep", readsTables(strings.Fields(types), loops))
			require.NoError(t, err)
			compareRecords(t, p, types)
		}
	}
	if len(engine.Machines()) > 0 {
		require.Greater(t, Staged.Load(), staged)
	}
}

func compareRecords(t *testing.T, p *program.Program, types string) {
	lanes := RandomLanes(p, 61, 1)
	for i := range lanes {
		lanes[i][0].Bits[0] = uint64(i%9 - 1)
	}
	for seed, lengths := range [][]int{{7}, {8}, {7, 8}, {8, 7}, {8, 8, 7}, {1}, {0}, {70}, {300}} {
		limits := Limits{Uniforms: map[string]interp.Value{}}
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		for k, u := range p.Uniforms {
			v := interp.Value{Type: u.Type}
			v.Type.Shape = []int{lengths[k%len(lengths)]}
			for range v.Type.Elements() {
				v.Bits = append(v.Bits, anyBits(rng, u.Type.Dtype))
			}
			limits.Uniforms[u.Name] = v
		}
		require.Empty(t, CodeDifferences(p, lanes, limits), "%s, lengths %d", types, lengths)
	}
}

// readsTables is a program that goes through tables of these types from an index on, and adds up what it finds.
// Of two loops one is for small indices; it goes on for longer.
func readsTables(types []string, loops int) string {
	var uniforms, vars, body, around strings.Builder
	for i, typ := range types {
		fmt.Fprintf(&uniforms, "uniform t%d : %s[?]\n", i, typ)
		fmt.Fprintf(&vars, "var v%d : %s\nvar w%d : f64\n", i, typ, i)
		fmt.Fprintf(&body, "    v%d = index.%s t%d, i\n", i, typ, i)
		switch typ {
		case "f64":
			fmt.Fprintf(&body, "    w%d = copy v%d\n", i, i)
		case "bool":
			fmt.Fprintf(&body, "    w%d = select.f64 v%d, 1.5, 2.5\n", i, i)
		default:
			fmt.Fprintf(&body, "    w%d = convert_f64.%s v%d\n", i, typ, i)
		}
		fmt.Fprintf(&body, "    sum = add.f64 sum, w%d\n    sum = mul.f64 sum, 0.5\n", i)
	}
	for n := range loops {
		fmt.Fprintf(&around, "loop%d:\n%s    i = add.i64 i, 1\n    more = lt.i64 i, %d\n    branch more, "+
			"loop%d, done\n", n+1, &body, 6+n, n+1)
	}
	return "program main source\n\n" + uniforms.String() + "var i : i64\nvar sum : f64\nvar more : bool\n" +
		vars.String() + `
func main(i) -> (sum) {
start:
    sum = copy 0.0
` + []string{"    goto loop1\n", "    more = lt.i64 i, 3\n    branch more, loop2, loop1\n"}[loops-1] + around.String() +
		`done:
    goto halt
}
`
}
