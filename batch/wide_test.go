package batch_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// TestWideEvents does all that blocks do to events whose rows are as long as there
// are lanes, where kernels write into the rows that follow: in gangs of all sizes
// up to beyond a word, and under every implementation of the kernels.
func TestWideEvents(t *testing.T) {
	for _, typ := range []string{"f64", "f32", "i64", "i32"} {
		t.Run(typ, func(t *testing.T) {
			p, err := program.Parse("wide", fmt.Sprintf(`program wide lowered

var x : %[1]s[70,3]  register
var v : %[1]s[70]    full
var w : %[1]s[70]    register
var s : %[1]s        register
var low : %[1]s       register
var k : i64        register
var n : i64        register
var b : bool[70]   register
var c : bool       register
var t : %[1]s[70]    temporary
var u : %[1]s[3]     register

func main(x, u, k, s) -> (x, w, s, b, u) {
entry:
    k = and.i64 k, 63
    v = dot.%[1]s x, u
    w = reduce_add.%[1]s x
    b = lt.%[1]s v, w
    w = select.%[1]s b, v, w
    n = copy 3
    low = index.%[1]s w, 2
    goto loop
loop:
    t = mul.%[1]s v, v
    w = sub.%[1]s t, w
    x = insert.%[1]s x, u, k
    w = insert.%[1]s w, s, k
    goto next
next:
    s = index.%[1]s v, k
    u = index.%[1]s x, k
    v = neg.%[1]s v
    n = sub.i64 n, 1
    c = gt.i64 n, 0
    branch c, loop, save
save:
    push v = add.%[1]s w, v
    c = lt.%[1]s s, low
    branch c, deeper, back
deeper:
    push v = mul.%[1]s w, v
    low = copy s
    goto restore
restore:
    w = sub.%[1]s w, v
    pop v
    goto back
back:
    w = add.%[1]s w, v
    pop v
    w = add.%[1]s w, v
    c = lt.%[1]s low, s
    branch c, fill, halt
fill:
    x = copy s
    w = copy low
    goto halt
}
`, typ))
			require.NoError(t, err)
			var configs []testkit.Config
			for gang := 1; gang <= 70; gang += 1 + gang/3 {
				configs = append(configs, testkit.Config{Gang: gang, Workers: 1})
			}
			configs = append(configs, testkit.QuickConfigs()...)
			require.Empty(t, testkit.Differences(p, testkit.RandomLanes(p, 75, 3), testkit.Limits{},
				testkit.OnEach(configs)))
		})
	}
}
