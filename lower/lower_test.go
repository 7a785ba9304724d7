package lower

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// everyStage lowers p with the given options and checks of each stage that it
// verifies and ends lanes with the given inputs as p does. It returns the
// lowered program.
func everyStage(t testing.TB, p *program.Program, inputs [][]uint64, opts ...Option) *program.Program {
	t.Helper()
	const limit = 20_000
	var want []outcome
	for _, in := range inputs {
		o, err := runLane(p, limit, in...)
		require.NoError(t, err)
		want = append(want, o)
	}
	before := program.Print(p)
	previous := before
	q, err := Run(p, func(pass string, after *program.Program) {
		require.NoError(t, program.Verify(after), "after %s:\n%s\nfrom:\n%s", pass, after, previous)
		for i, in := range inputs {
			if want[i].endless {
				continue
			}
			got, err := runLane(after, 10*limit, in...)
			require.NoError(t, err, "inputs %v after %s:\n%s\nfrom:\n%s", in, pass, after, previous)
			require.True(t, got.endless || want[i].same(got), "inputs %v: %+v, want %+v, after %s:\n%s\nfrom:\n%s", in, got, want[i], pass, after, previous)
		}
		previous = after.String()
	}, opts...)
	require.NoError(t, err)
	require.Equal(t, before, program.Print(p), "the program that was given has changed")
	return q
}

// optional lists the passes that can be switched off.
func optional() []string {
	var names []string
	for _, pass := range Passes {
		if !pass.Required {
			names = append(names, pass.Name)
		}
	}
	return names
}

var someInputs = [][]uint64{{0, 0}, {1, 5}, {3, 2}, {7, ^uint64(0)}}

// checkGenerated runs a generated program through every stage, with all passes
// and with those switched off that mask has a bit for.
func checkGenerated(t testing.TB, data []byte, mask uint16) {
	p := generate(data)
	require.NoError(t, program.Verify(p), "%s", p)
	everyStage(t, p, someInputs)
	var off []string
	for i, name := range optional() {
		if mask&(1<<i) != 0 {
			off = append(off, name)
		}
	}
	everyStage(t, p, someInputs, Without(off...))
}

func TestGeneratedPrograms(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 200
	}
	r := rand.New(rand.NewPCG(7, 9))
	for range n {
		data := make([]byte, r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		checkGenerated(t, data, uint16(r.Uint32()))
	}
}

func FuzzLower(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add([]byte("lanes that diverge come together again"), uint16(0xffff))
	f.Fuzz(checkGeneratedFuzz)
}

func checkGeneratedFuzz(t *testing.T, data []byte, mask uint16) { checkGenerated(t, data, mask) }
