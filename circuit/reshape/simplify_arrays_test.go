package reshape

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// Where a copy of an array is read in a loop, the array is read instead, unless one of the two may have been written
// since, or something else needs the copy.
func TestSimplifyArrays(t *testing.T) {
	for _, c := range []struct {
		name, copied, inside, behind string
		forwarded                    bool
	}{
		{"read in a loop", "b = copy a", "", "", true},
		{"and written behind it", "b = copy a", "", "a = insert.i64 a, n, 1", true},
		{"through another copy", "c = copy a\n    b = copy c", "", "", true},
		{"and another written", "b = copy a\n    c = copy a", "c = insert.i64 c, n, 1", "r = index.i64 c, 1", true},
		{"the array is written", "b = copy a", "a = insert.i64 a, n, 1", "", false},
		{"the copy is written", "b = copy a", "b = insert.i64 b, n, 1", "", false},
		{"written before", "b = copy a\n    a = insert.i64 a, n, 1", "", "", false},
		{"they change places", "b = copy a", "a, b = copy b, a", "", false},
		{"handed to a call", "b = copy a", "n = call sum(b)", "a = insert.i64 a, n, 1", false},
		{"not a copy at first", "b = copy 1", "b = copy a", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			filled := strings.NewReplacer("COPIED", c.copied, "INSIDE", c.inside, "BEHIND", c.behind)
			p, err := program.Parse("arrays.lockstep", filled.Replace(`program arrays source

var n : i64
var a : i64[4]
var b : i64[4]
var c : i64[4]
var s : i64[4]
var e : i64
var m : i64
var i : i64
var r : i64
var t : bool

func sum(s) -> (m) {
second:
    m = index.i64 s, 2
    return
}

func main(n, a) -> (r, a) {
start:
    i, r = copy 0, 0
    COPIED
    goto loop
loop:
    e = index.i64 b, i
    r = add.i64 r, e
    INSIDE
    i = add.i64 i, 1
    t = lt.i64 i, 4
    branch t, loop, end
end:
    BEHIND
    goto halt
}
`))
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			p, err = Simplify(p)
			require.NoError(t, err)
			text := program.Print(p)
			require.NoError(t, program.Verify(p), text)
			require.Equal(t, c.forwarded, strings.Contains(text, "e = index.i64 a, i"), text)
			if c.forwarded {
				require.NotContains(t, text, "b = copy")
			}
		})
	}
}
