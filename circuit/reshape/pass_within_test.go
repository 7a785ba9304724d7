package reshape

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
)

// TestWithin asks two things of a number, in all ways that there are, of numbers around those that it is compared with.
// Whatever is joined, all come to where they came.
func TestWithin(t *testing.T) {
	joined := 0
	for _, typ := range []string{"i64", "u64", "i32", "u32"} {
		for _, asks := range [][2]string{
			{"ge %[1]s, 5", "le %[1]s, 9"}, {"lt %[1]s, 9", "gt %[1]s, 5"}, {"ge %[1]s, 0", "lt %[1]s, 3"},
			{"eq %[1]s, 67", "eq %[1]s, 71"}, {"ne %[1]s, 67", "eq %[1]s, 71"}, {"eq %[1]s, 3", "eq %[1]s, 4"},
			{"eq %[1]s, 4", "eq %[1]s, 3"}, {"eq %[1]s, 4", "eq %[1]s, 0"}, {"eq %[1]s, 3", "eq %[1]s, 12"},
			{"ge %[1]s, 5", "ne %[1]s, 7"}, {"le %[1]s, 5", "le %[1]s, 3"}, {"ge %[1]s, 9", "le %[1]s, 5"},
			{"gt 9, %[1]s", "lt 5, %[1]s"}, {"eq %[1]s, 5", "eq %[1]s, 5"}, {"gt %[1]s, 5", "le %[1]s, 6"},
		} {
			for ways := range 4 {
				joined += compareWithin(t, typ, asks, ways&1 == 1, ways&2 == 2)
			}
		}
	}
	require.Positive(t, joined)
	t.Logf("%d are joined", joined)
}

func compareWithin(t *testing.T, typ string, asks [2]string, enter, on bool) (joined int) {
	branch := func(cond string, holds bool, to, aside string) string {
		if !holds {
			to, aside = aside, to
		}
		return fmt.Sprintf("branch %s, %s, %s", cond, to, aside)
	}
	ask := func(a string) string { return a[:2] + "." + typ + fmt.Sprintf(a[2:], "x") }
	text := fmt.Sprintf(`program asks source
var n : i64
var x : %s
var c : bool
var d : bool
var r : i64
func main(n) -> (r) {
start:
x = %s
c = %s
%s
next:
d = %s
%s
in:
r = copy 1
goto halt
out:
r = copy 2
goto halt
}`, typ, map[string]string{"i64": "copy n"}[typ]+map[bool]string{true: "convert_" + typ + ".i64 n"}[typ != "i64"],
		ask(asks[0]), branch("c", enter, "next", "out"), ask(asks[1]), branch("d", on, "in", "out"))
	p := parseText(t, text)
	q, err := within(p.Clone())
	require.NoError(t, err)
	require.NoError(t, program.Verify(q), "%s", q)
	if !program.Equal(p, q) {
		joined = 1
		require.Equal(t, 1, strings.Count(q.String(), "branch"))
	}
	for _, n := range []int64{-1 << 40, math.MinInt64, math.MaxInt64, 1 << 32, -5, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
		11, 12, 13, 66, 67, 68, 70, 71, 72, 1<<31 - 1, 1 << 31, 1<<32 + 6, 1<<32 + 67} {
		want, err := strict.Run(p, 100, uint64(n))
		require.NoError(t, err)
		got, err := strict.Run(q, 100, uint64(n))
		require.NoError(t, err)
		require.True(t, want.Same(got), "%d: %+v, want %+v:\n%s\nfrom:\n%s", n, got, want, q, p)
	}
	return joined
}
