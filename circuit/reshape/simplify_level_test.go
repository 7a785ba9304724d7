package reshape

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// Of an array whose elements are all one literal, an element is the literal, a row that is put elsewhere too, and what
// puts the literal there does nothing: not so if an index may be out of range, or if something else was put there.
func TestLevelArrays(t *testing.T) {
	for _, c := range []struct{ name, code, want, not string }{
		{"a row of zeros", "a = copy 0\na = insert.i64 a, 0, 1\nx = index.i64 a, 0\nm = insert.i64 m, x, n",
			"m = insert.i64 m, 0, n", "index.i64 a"},
		{"an element", "a = copy 7\nr = index.i64 a, 1, 2", "r = copy 7", "index"},
		{"an element that may not be there", "a = copy 7\nr = index.i64 a, 1, n", "r = index.i64 a, 1, n", ""},
		{"an element that was shown to be there", "a = copy 7\nr = proven index.i64 a, 1, n", "r = copy 7", "index"},
		{"an element too far", "a = copy 7\nr = index.i64 a, 2, 0", "r = index.i64 a, 2, 0", ""},
		{"another number", "a = copy 0\na = insert.i64 a, 1, 1\nx = index.i64 a, 0\nm = insert.i64 m, x, n",
			"x = index.i64 a, 0", ""},
		{"a scratch array, which lanes write themselves", "b = copy 0\nb = insert.i64 b, 0, 1\nr = index.i64 b, 1",
			"b = insert.i64 b, 0, 1", ""},
		{"a scratch array that has what another is set to",
			"x = copy 0\nb = copy x\nb = insert.i64 b, n, 1\nr = index.i64 b, 0",
			"b = copy x", ""},
		{"another place", "a = copy 0\na = insert.i64 a, 0, n\nx = index.i64 a, 0\nm = insert.i64 m, x, n",
			"a = insert.i64 a, 0, n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := strings.ReplaceAll("    "+c.code, "\n", "\n    ")
			p, err := program.Parse("level.lockstep", `program level source

var n : i64
var r : i64
var q : i64
var x : i64[3]
var a : i64[2,3]
var b : i64[3] scratch
var m : i64[4,3]

func main(n) -> (r, q) {
start:
    m = copy 1
    r = copy 0
`+code+`
    goto then
then:
    q = index.i64 m, 0, 0
    goto halt
}
`)
			require.NoError(t, err)
			p, err = tidy(p)
			require.NoError(t, err)
			text := program.Print(p)
			require.Contains(t, text, c.want)
			if c.not != "" {
				require.NotContains(t, text, c.not)
			}
			require.NoError(t, program.Verify(p))
		})
	}
}
