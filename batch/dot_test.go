package batch_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

// TestDots takes inner products of floats over shapes of which the machine does
// several results at once: those that share the first operand, the second, both
// or none.
func TestDots(t *testing.T) {
	for _, tc := range []struct {
		name, x, y, r string
	}{
		{"one", "[5]", "[5]", ""},
		{"one term", "[3,1]", "[1]", "[3]"},
		{"matrix times vector", "[6,3]", "[3]", "[6]"},
		{"vector times matrix", "[3]", "[6,3]", "[6]"},
		{"rows with rows", "[4,3]", "[4,3]", "[4]"},
		{"one row with each", "[1,3]", "[5,3]", "[5]"},
		{"matrix times matrix", "[2,1,3]", "[1,5,3]", "[2,5]"},
		{"matrices times a vector each", "[2,5,3]", "[2,1,3]", "[2,5]"},
	} {
		for _, typ := range []string{"f32", "f64"} {
			t.Run(tc.name+"/"+typ, func(t *testing.T) {
				p, err := program.Parse("dots", fmt.Sprintf(`program dots lowered

var x : %[1]s%[2]s register
var y : %[1]s%[3]s register
var d : %[1]s%[4]s temporary
var e : %[1]s%[4]s temporary
var r : %[1]s%[4]s register

func main(x, y) -> (r) {
entry:
    d = dot.%[1]s x, y
    e = dot.%[1]s y, x
    r = sub.%[1]s d, e
    r = add.%[1]s r, d
    goto halt
}
`, typ, tc.x, tc.y, tc.r))
				require.NoError(t, err)
				sameOnEach(t, p)
			})
		}
	}
}

// sameOnEach runs a program in every configuration under every implementation of
// the kernels.
func sameOnEach(t *testing.T, p *program.Program) {
	t.Helper()
	configs := testkit.OnEach(testkit.AllConfigs())
	require.Empty(t, testkit.Differences(p, testkit.RandomLanes(p, 70, 3), testkit.Limits{}, configs))
}

// TestMatVec multiplies a matrix that all lanes share by a vector of each.
func TestMatVec(t *testing.T) {
	p, err := program.Parse("matvec", `program matvec lowered

uniform m : f64[5,3] = [1.0, -2.0, 0.5, 1e300, 3.0, -0.0, 0.1, 0.2, 0.3, inf, 1.0, 7.0, 1e-300, -4.0, 9.0]

var x : f64[3] register
var r : f64[5] register

func main(x) -> (r) {
entry:
    r = matvec.f64 m, x
    goto halt
}
`)
	require.NoError(t, err)
	sameOnEach(t, p)
}

// TestLongFolds takes folds and products with more terms than a chain has
// links: they run in a loop.
func TestLongFolds(t *testing.T) {
	const terms, lanes = 4500, 3
	p, err := program.Parse("long", fmt.Sprintf(`program long lowered

var x : i64[%[1]d] register
var s : i64 register
var d : i64 register

func main(x) -> (s, d) {
entry:
    s = reduce_add.i64 x
    d = dot.i64 x, x
    goto halt
}
`, terms))
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	x := make([]int64, lanes*terms)
	sums, squares := make([]int64, lanes), make([]int64, lanes)
	for i := range x {
		x[i] = int64(i*i%1009) - 500
		sums[i/terms] += x[i]
		squares[i/terms] += x[i] * x[i]
	}
	code, err := batch.Compile(p)
	require.NoError(t, err)
	res, err := code.Run(context.Background(), []batch.Column{{Data: x, Shape: []int{terms}}}, batch.Gang(64))
	require.NoError(t, err)
	require.Equal(t, sums, res.Cols[0].Data)
	require.Equal(t, squares, res.Cols[1].Data)
}
