package reshape

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
)

// levelsProgram has a recursion of DEPTH levels whose calls are the same in all lanes: a sum over all paths of a tree.
const levelsProgram = `program p source
var x : i64
var r : i64
var n : i64
var y : i64
var s : i64
var m : i64
var t : bool
var a : i64
var b : i64
func main(x) -> (r) {
start:
r = call f(DEPTH, x)
return
}
func f(n, y) -> (s) {
enter:
t = eq.i64 n, 0
branch t, end, more
end:
s = rem.i64 y, 7
return
more:
m = sub.i64 n, 1
a = call f(m, y)
y = mul.i64 y, 31
b = call f(m, y)
s = add.i64 a, b
return
}
`

// A recursion that is too much as a whole becomes levels in part, if that is a quarter at least.
func TestLevelsSome(t *testing.T) {
	for _, tt := range []struct {
		depth   string
		levels  int // that were made, with and without calls
		recurse bool
	}{
		{"3", 15, false},
		{"5", 63, false},
		{"6", levelsCalls, true},
		{"7", 0, true},
	} {
		p, err := program.Parse("p", strings.ReplaceAll(levelsProgram, "DEPTH", tt.depth))
		require.NoError(t, err)
		require.NoError(t, program.Verify(p))
		q, err := levels(p.Clone())
		require.NoError(t, err)
		require.NoError(t, program.Verify(q))
		made := 0
		for _, f := range q.Functions {
			if f.Name != "main" && f.Name != "f" {
				made++
			}
		}
		require.Equal(t, tt.levels, made, tt.depth)
		require.Equal(t, tt.recurse, q.Function("f") != nil, tt.depth)
		for _, x := range []uint64{0, 1, 5, 12345, ^uint64(0)} {
			want, err := strict.Run(p, 10000, x)
			require.NoError(t, err)
			got, err := strict.Run(q, 10000, x)
			require.NoError(t, err)
			require.True(t, want.Same(got), "%d: %+v, want %+v", x, got, want)
		}
	}
}
