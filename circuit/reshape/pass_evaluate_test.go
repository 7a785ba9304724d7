package reshape

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
)

// TestEvaluateAnything runs the pass on programs that nobody wrote: those that it changes do what they did.
func TestEvaluateAnything(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 500
	}
	r := rand.New(rand.NewPCG(5, 6))
	changed := 0
	for range n {
		data := make([]byte, r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		p := strict.Generate(data)
		q, err := evaluate(p.Clone())
		require.NoError(t, err)
		if program.Equal(p, q) {
			continue
		}
		changed++
		require.NoError(t, program.Verify(q), "%s\nfrom:\n%s", q, p)
		for _, in := range strict.Inputs {
			want, err := strict.Run(p, 20_000, in...)
			require.NoError(t, err)
			if want.Endless {
				continue
			}
			got, err := strict.Run(q, 20_000, in...)
			require.NoError(t, err)
			require.True(t, want.Same(got), "inputs %v: %+v, want %+v:\n%s\nfrom:\n%s", in, got, want, q, p)
		}
	}
	require.Positive(t, changed)
	t.Logf("%d of %d programs have a loop that is run", changed, n)
}

// A loop is run if it ends within the steps that there are, and its arrays are small.
func TestEvaluateLimits(t *testing.T) {
	text := `program limits source
var n : i64
var i : i64
var c : bool
var a : i64[SIZE]
func main(n) -> (i) {
start:
i = copy 0
a = copy 0
goto loop
loop:
a = insert.i64 a, i, 3
i = add.i64 i, 1
c = lt.i64 i, ROUNDS
branch c, loop, halt
}`
	for _, test := range []struct {
		size, rounds string
		runs         bool
	}{
		{"8", "1000", true}, {"8", "1_000_000", false}, {"4096", "10", true}, {"4097", "10", false},
		{"3", "10", false}, // an index is out of range: lanes fault there
	} {
		p := parseText(t, strings.NewReplacer("SIZE", test.size, "ROUNDS", strings.ReplaceAll(test.rounds, "_", "")).
			Replace(text))
		q, err := evaluate(p)
		require.NoError(t, err)
		require.Equal(t, test.runs, q.Graph.Block("loop") == nil, "%+v:\n%s", test, q)
	}
}

// What a loop leaves in a scratch array is set as a whole, which means something from then on.
func TestEvaluateScratch(t *testing.T) {
	p := parseText(t, `program made source
var i : i64
var c : bool
var r : i64
var a : i64[3] scratch
func main() -> (r) {
start:
i = copy 0
a = copy 0
goto loop
loop:
a = insert.i64 a, 0, i
i = add.i64 i, 1
c = lt.i64 i, 3
branch c, loop, end
end:
r = index.i64 a, 1
goto halt
}`)
	q, err := evaluate(p)
	require.NoError(t, err)
	require.NotContains(t, q.String(), "insert")
	require.False(t, q.VarDefs.Def("a").Scratch)
}
