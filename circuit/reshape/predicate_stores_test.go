package reshape

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// A way that stores to elements which were loaded before the branch runs for all lanes: the others store what is there.
func TestPredicateStores(t *testing.T) {
	for _, tt := range []struct {
		name, before, then, otherwise string
		together                      bool // no branch is left
	}{
		{"the less", "x = index.f64 a, i\nc = lt.f64 y, x", "a = insert.f64 a, y, i", "", true},
		{"proven", "i = and.i64 i, 3\nx = proven index.f64 a, i\nc = lt.f64 y, x",
			"a = proven insert.f64 a, y, i", "", true},
		{"exchange", "x = index.f64 a, i\nz = index.f64 a, j\nc = lt.f64 z, x",
			"a = insert.f64 a, z, i\na = insert.f64 a, x, j", "", true},
		{"where the condition is false", "x = index.f64 a, i\nc = lt.f64 y, x", "", "a = insert.f64 a, y, i", true},
		{"on both ways", "x = index.f64 a, i\nc = lt.f64 y, x",
			"y = add.f64 x, y\na = insert.f64 a, y, i", "a = insert.f64 a, 0.5, i", true},
		{"to two elements", "x = index.f64 a, i\nz = index.f64 a, j\nc = lt.f64 y, x",
			"a = insert.f64 a, y, j", "a = insert.f64 a, 0.5, i\ny = sub.f64 y, z", true},
		{"at a literal", "c = lt.f64 y, 2.0", "a = insert.f64 a, y, 2", "", true},
		{"and loads", "x = index.f64 a, i\nc = lt.f64 y, x",
			"a = insert.f64 a, y, i\ny = index.f64 a, 1", "", true},
		{"to another array first", "c = lt.f64 y, 2.0",
			"a = copy b\na = insert.f64 a, y, 2", "a = insert.f64 a, y, 1", true},
		{"a row", "c = lt.f64 y, 2.0", "m = insert.f64 m, a, 1\na = index.f64 m, 1", "", true},
		{"not loaded", "c = lt.f64 y, 2.0", "a = insert.f64 a, y, i", "", false},
		{"loaded at another index", "x = index.f64 a, j\nc = lt.f64 y, x", "a = insert.f64 a, y, i", "", false},
		{"another array", "x = index.f64 b, i\nc = lt.f64 y, x", "a = insert.f64 a, y, i", "", false},
		{"the index has changed", "x = index.f64 a, i\ni = add.i64 i, 1\nc = lt.f64 y, x",
			"a = insert.f64 a, y, i", "", false},
		{"the index changes", "x = index.f64 a, i\nc = lt.f64 y, x",
			"i = sub.i64 i, 1\na = insert.f64 a, y, i", "", false},
		{"the array has changed", "x = index.f64 a, i\nc = lt.f64 y, x\na = insert.f64 a, 7.0, j",
			"a = insert.f64 a, y, i", "", false},
		{"what was loaded is gone", "x = index.f64 a, i\nc = lt.f64 y, x\nx = copy 3.0",
			"a = insert.f64 a, y, i", "", false},
		{"what was loaded changes", "x = index.f64 a, i\nc = lt.f64 y, x",
			"x = copy 3.0\na = insert.f64 a, y, i", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := program.Parse("p", fmt.Sprintf(`program p source
var a : f64[4]
var b : f64[4]
var m : f64[2,4]
var i : i64
var j : i64
var x : f64
var y : f64
var z : f64
var c : bool
func main(a, i, j, y) -> (a, i, x, y) {
start:
x, z, b, m = copy 0.0, 0.0, a, 0.5
b = insert.f64 b, 8.5, 0
%s
branch c, then, else
then:
%s
goto end
else:
%s
goto end
end:
return
}
`, tt.before, tt.then, tt.otherwise))
			require.NoError(t, err)
			require.NoError(t, program.Verify(p))
			q, err := predicate(p.Clone())
			require.NoError(t, err)
			require.NoError(t, program.Verify(q))
			require.Equal(t, tt.together, !strings.Contains(q.String(), "branch"), q)
			a := interp.Value{Type: program.TensorType{Dtype: program.F64, Shape: []int{4}}}
			for _, x := range []float64{2, -1.5, 4, 0} {
				a.Bits = append(a.Bits, math.Float64bits(x))
			}
			for i := range uint64(5) {
				for j := range uint64(4) {
					for _, y := range []float64{-7, 1.5, 2, 9} {
						requireSame(t, p, q, a, interp.Scalar(program.I64, i), interp.Scalar(program.I64, j),
							interp.Scalar(program.F64, math.Float64bits(y)))
					}
				}
			}
		})
	}
}
