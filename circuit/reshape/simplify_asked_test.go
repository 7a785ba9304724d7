package reshape

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// What the block before has asked is not asked again: neither the same nor the opposite, unless an operand was written
// since. Of floats, not below is something else than at least.
func TestTidyAsked(t *testing.T) {
	for _, c := range []struct{ name, first, between, again, want string }{
		{"the same", "eq.i64 n, 0", "", "eq.i64 n, 0", "false"},
		{"the opposite", "eq.i64 n, 0", "", "ne.i64 n, 0", "true"},
		{"an order", "lt.i64 n, 3", "", "ge.i64 n, 3", "true"},
		{"another number", "eq.i64 n, 0", "", "ne.i64 n, 1", ""},
		{"written since", "eq.i64 n, 0", "n = sub.i64 n, 1", "ne.i64 n, 0", ""},
		{"floats", "lt.f64 x, 1", "", "ge.f64 x, 1", ""},
		{"equal floats", "eq.f64 x, 1", "", "ne.f64 x, 1", "true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			filled := strings.NewReplacer("FIRST", c.first, "BETWEEN", c.between, "AGAIN", c.again)
			p, err := program.Parse("asked.lockstep", filled.Replace(`program asked source

var n : i64
var x : f64
var r : i64
var a : bool
var b : bool

func main(n, x) -> (r) {
start:
    a = FIRST
    branch a, end, on
on:
    BETWEEN
    b = AGAIN
    branch b, yes, no
yes:
    r = copy n
    goto halt
no:
    r = copy 2
    goto halt
end:
    r = copy 3
    goto halt
}
`))
			require.NoError(t, err)
			p, err = tidy(p)
			require.NoError(t, err)
			text := program.Print(p)
			asked := strings.Contains(text, "branch b")
			require.Equal(t, c.want == "", asked, text)
			require.Equal(t, c.want != "true", strings.Contains(text, "r = copy 2"), text)
		})
	}
}
