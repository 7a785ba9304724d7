package direct_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/circuit/direct"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

const maxDepth = 200

// generated returns a program that bytes stand for, without tuples.
func generated(t testing.TB, data []byte, sort int) *program.Program {
	p := testkit.Generate(data)
	switch sort % 3 {
	case 1:
		p = testkit.GenerateLoops(data)
	case 2:
		p = testkit.GenerateDeep(data[:min(len(data), 150)])
	}
	q, err := lower.Passes[0].Run(p)
	require.NoError(t, err)
	return q
}

func random(r *rand.Rand) []byte {
	data := make([]byte, 50+r.IntN(400))
	for k := range data {
		data[k] = byte(r.Uint32())
	}
	return data
}

func outcome(values []interp.Value, fault *interp.Fault, err error) string {
	switch {
	case err != nil:
		return "error: " + err.Error()
	case fault != nil:
		return fault.String()
	}
	return fmt.Sprint(values)
}

func given(uniforms map[string]interp.Value) (opts []interp.Option) {
	for name, u := range uniforms {
		opts = append(opts, interp.WithUniformShape(name, u.Type.Shape, u.Bits))
	}
	return opts
}

// asProgram runs the oracle over lanes.
func asProgram(t testing.TB, p *program.Program, lanes []testkit.Lane, opts []interp.Option) (all []string) {
	o, err := interp.New(p)
	require.NoError(t, err, "%s", p)
	for _, lane := range lanes {
		all = append(all, outcome(o.Run(lane, append([]interp.Option{interp.MaxDepth(maxDepth)}, opts...)...)))
	}
	return all
}

// asCircuits runs the circuits of a program over lanes.
func asCircuits(t testing.TB, p *program.Program, o circuit.Options, lanes []testkit.Lane,
	opts []interp.Option) (all []string) {
	m, err := direct.New(p, circuit.Circuits(p, o))
	require.NoError(t, err, "%s", p)
	for _, lane := range lanes {
		all = append(all, outcome(m.Run(lane, maxDepth, opts...)))
	}
	return all
}

// without switches off the passes from the n-th on.
func without(n int) (names []string) {
	for _, pass := range circuit.Passes[n:] {
		names = append(names, pass.Name)
	}
	return names
}

// A circuit computes what its program does, as it was built and after each pass.
func TestDirect(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 45 {
		p := generated(t, random(r), i)
		lanes, opts := testkit.RandomLanes(p, 5, uint64(i)), given(testkit.RandomUniforms(p, uint64(i)))
		want := asProgram(t, p, lanes, opts)
		for n := range len(circuit.Passes) + 1 {
			got := asCircuits(t, p, circuit.Options{Without: without(n)}, lanes, opts)
			require.Equal(t, want, got, "program %d after %d passes: %s", i, n, p)
		}
	}
}

// In a hundred legal orders drawn at random, and in the one that is chosen, the gates compute
// what the circuit does; and none of that changes the circuit.
func TestOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 6 {
		p := generated(t, random(r), i)
		inAnyOrder(t, p, testkit.RandomLanes(p, 4, uint64(i)), given(testkit.RandomUniforms(p, uint64(i))), r)
	}
}

func inAnyOrder(t *testing.T, p *program.Program, lanes []testkit.Lane, opts []interp.Option, r *rand.Rand) {
	want := asCircuits(t, p, circuit.Options{}, lanes, opts)
	for k := range 101 {
		var circuits, texts []string
		q, _ := circuit.Optimise(p, circuit.Options{
			Schedule: func(c *circuit.Circuit) *circuit.Schedule {
				texts = append(texts, c.Print())
				s := circuit.NewSchedule(c)
				if k > 0 {
					s = circuit.Shuffled(c, r)
				}
				circuits = append(circuits, c.Print())
				return s
			},
		})
		require.Equal(t, texts, circuits)
		require.Equal(t, want, asProgram(t, q, lanes, opts), "order %d: %s\n%s", k, p, q)
	}
}

// Operations of all levels are in one circuit: a call and a function of package math, which are wholes to it;
// arithmetic; and what is an instruction of machines, such as the upper half of a product.
func TestLevels(t *testing.T) {
	p, err := program.Parse("levels", `program levels source

var x : f64
var n : i64
var y : f64
var m : i64
var half.x : f64

func main(x, n) -> (y, m) {
start:
    y = go_sin.f64 x
    y = add.f64 y, x
    y = call half(y)
    y = fma.f64 y, x, 1.5
    m = mulhi.i64 n, 6148914691236517206
    m = add.i64 m, n
    goto halt
}

func half(half.x) -> (half.x) {
half.start:
    half.x = mul.f64 half.x, 0.5
    goto halt
}
`)
	require.NoError(t, err)
	c := circuit.Circuits(p, circuit.Options{})["main"]
	require.NoError(t, circuit.Verify(c))
	text := c.Print()
	for _, kind := range []string{"CALL", "go_sin", "add.f64", "fma", "mulhi"} {
		require.Contains(t, text, kind)
	}
	lanes := testkit.RandomLanes(p, 20, 1)
	require.Equal(t, asProgram(t, p, lanes, nil), asCircuits(t, p, circuit.Options{}, lanes, nil))
	inAnyOrder(t, p, lanes, nil, rand.New(rand.NewPCG(16, 17)))
}

// FuzzCircuit compares a program, its circuits as they are built and as they are improved, what
// is emitted in the order that is chosen and in one drawn at random, and what comes of improving
// it again, which must not grow.
func FuzzCircuit(f *testing.F) {
	f.Add([]byte("gates and wires, in no order but that of the wires"), byte(0), uint64(1))
	f.Add([]byte("a loop that is entered from outside and from its back"), byte(1), uint64(2))
	f.Add([]byte("what is on a chain stays behind the transition"), byte(2), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, sort byte, seed uint64) {
		p := generated(t, data, int(sort))
		lanes, opts := testkit.RandomLanes(p, 3, seed), given(testkit.RandomUniforms(p, seed))
		want := asProgram(t, p, lanes, opts)
		require.Equal(t, want, asCircuits(t, p, circuit.Options{Without: without(0)}, lanes, opts), "built: %s", p)
		require.Equal(t, want, asCircuits(t, p, circuit.Options{}, lanes, opts), "improved: %s", p)
		r := rand.New(rand.NewPCG(seed, 15))
		shuffled, _ := circuit.Optimise(p, circuit.Options{Schedule: func(c *circuit.Circuit) *circuit.Schedule {
			return circuit.Shuffled(c, r)
		}})
		require.Equal(t, want, asProgram(t, shuffled, lanes, opts), "shuffled: %s\n%s", p, shuffled)
		once, _ := circuit.Optimise(p, circuit.Options{})
		require.Equal(t, want, asProgram(t, once, lanes, opts), "emitted: %s\n%s", p, once)
		twice, _ := circuit.Optimise(once, circuit.Options{})
		require.Equal(t, want, asProgram(t, twice, lanes, opts), "twice: %s\n%s", once, twice)
		require.LessOrEqual(t, operations(twice), operations(once), "%s\n%s", once, twice)
	})
}

// operations counts what a program does beside moves.
func operations(p *program.Program) (n int) {
	for _, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				if op, ok := in.(*program.PrimOp); !ok || op.Op != program.OpCopy {
					n++
				}
			}
		}
	}
	return n
}
