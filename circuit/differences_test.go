package circuit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// The difference of a sum and what it is of is the rest.
func TestDifferences(t *testing.T) {
	for _, tt := range []struct {
		body string
		subs int
	}{
		{"z = add.T x, 8\nx = sub.T z, x", 0},
		{"z = add.T x, 8\nr = add.T x, 9\nx = sub.T z, r", 0},
		{"z = sub.T x, 3\nr = sub.T x, y\nx = sub.T z, x\nx = mul.T x, r", 1},
		{"z = add.T x, y\nx = sub.T z, x", 0},
		{"z = add.T y, x\nx = sub.T z, x", 0},
		{"z = sub.T x, y\nx = sub.T x, z", 0},
		{"z = sub.T y, x\nx = sub.T x, z", 2},
		{"z = add.T x, y\nx = sub.T x, z", 1},
	} {
		for _, dtype := range []program.Dtype{program.I32, program.U32, program.I64, program.U64} {
			p, improved := optimised(t, dtype, fmt.Sprintf(`program p source
var x : T
var y : T
var r : T
var z : T
func main(x, y) -> (x) {
start:
%s
return
}
`, tt.body))
			text := improved.String()
			require.Equal(t, tt.subs, strings.Count(text, "= sub."), "%s: %s", tt.body, text)
			for _, x := range []uint64{0, 1, 1 << 31, 1<<63 + 5, math.MaxUint64} {
				requireSame(t, p, improved, dtype, x, 7*x+3, tt.body)
			}
		}
	}
}
