package circuit_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// flat returns a program without tuples.
func flat(t testing.TB, p *program.Program) *program.Program {
	q, err := lower.Passes[0].Run(p)
	require.NoError(t, err)
	return q
}

// size counts the operations and variables of a program.
func size(p *program.Program) (ops, copies, vars, blocks int) {
	for _, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		blocks += len(f.Graph.Blocks)
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				if op, ok := in.(*program.PrimOp); ok && op.Op == program.OpCopy {
					copies += len(op.Out)
				} else {
					ops++
				}
			}
		}
	}
	return ops, copies, p.VarDefs.Len(), blocks
}

// outcomes runs the oracle over lanes.
func outcomes(t testing.TB, p *program.Program, lanes []testkit.Lane, uniforms map[string]interp.Value,
	opts ...interp.Option) []string {
	o, err := interp.New(p)
	require.NoError(t, err, "%s", p)
	opts = append(opts, interp.MaxDepth(200))
	for name, u := range uniforms {
		opts = append(opts, interp.WithUniformShape(name, u.Type.Shape, u.Bits))
	}
	var all []string
	for _, lane := range lanes {
		values, fault, err := o.Run(lane, opts...)
		require.NoError(t, err)
		if fault != nil {
			all = append(all, fault.String())
		} else {
			all = append(all, fmt.Sprint(values))
		}
	}
	return all
}

// generated makes a program of random bytes.
func generated(t testing.TB, r *rand.Rand, i int) *program.Program {
	data := make([]byte, 50+r.IntN(400))
	for k := range data {
		data[k] = byte(r.Uint32())
	}
	switch i % 3 {
	case 1:
		return flat(t, testkit.GenerateLoops(data))
	case 2:
		return flat(t, testkit.GenerateDeep(data[:min(len(data), 150)]))
	}
	return flat(t, testkit.Generate(data))
}

// What goes through a circuit computes the same, also if the gates stand anywhere else where
// they may.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var total [2][4]int
	for i := range 120 {
		p := generated(t, r, i)
		lanes, uniforms := testkit.RandomLanes(p, 8, uint64(i)), testkit.RandomUniforms(p, uint64(i))
		want := outcomes(t, p, lanes, uniforms)
		schedules := []func(c *circuit.Circuit) *circuit.Schedule{circuit.NewSchedule}
		for range 3 {
			schedules = append(schedules, func(c *circuit.Circuit) *circuit.Schedule { return circuit.Shuffled(c, r) })
		}
		for k, schedule := range schedules {
			q, became := circuit.Optimise(p, circuit.Options{Schedule: schedule})
			for _, o := range became {
				require.Empty(t, o.Refused)
			}
			require.NoError(t, program.Verify(q), "%d %d: %s\n%s", i, k, p, q)
			require.Equal(t, want, outcomes(t, q, lanes, uniforms), "%d %d: %s\n%s", i, k, p, q)
			if k > 0 {
				continue
			}
			for k, p := range []*program.Program{p, q} {
				a, b, c, d := size(p)
				for j, n := range []int{a, b, c, d} {
					total[k][j] += n
				}
			}
		}
	}
	t.Log("operations, copies, variables, blocks:", total)
}
