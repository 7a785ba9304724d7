package tensors_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"gorgonia.org/tensor"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/batch/tensors"
	"github.com/lockstep-simt/lockstep/program"
)

// norm sums the squares of a pair and scales by s.
const norm = `
program norm lowered

var x : f64[2] register
var s : f64    register
var q : f64[2] temporary
var r : f64    register

func main(x, s) -> (r) {
entry:
    q = mul.f64 x, x
    r = reduce_add.f64 q
    r = mul.f64 r, s
    goto halt
}
`

func compile(text string) *batch.Code {
	p, err := program.Parse("norm.lockstep", text)
	if err != nil {
		panic(err)
	}
	c, err := batch.Compile(p)
	if err != nil {
		panic(err)
	}
	return c
}

// A batch goes in with the lanes along the leading axis and comes out the same
// way; a leading axis of 1 holds for all lanes.
func ExampleRun() {
	x := tensor.New(tensor.WithShape(3, 2), tensor.WithBacking([]float64{3, 4, 1, 0, 6, 8}))
	s := tensor.New(tensor.WithShape(1), tensor.WithBacking([]float64{2}))
	out, _, err := tensors.Run(context.Background(), compile(norm), []*tensor.Dense{x, s})
	if err != nil {
		panic(err)
	}
	fmt.Println(out[0].Shape(), out[0].Data())
	// Output: (3) [50 2 200]
}

func TestLayouts(t *testing.T) {
	code := compile(norm)
	one := tensor.New(tensor.FromScalar(1.0))
	// A transposed tensor is materialised: [2,3] with axes exchanged is [3,2].
	x := tensor.New(tensor.WithShape(2, 3), tensor.WithBacking([]float64{3, 1, 6, 4, 0, 8}))
	require.NoError(t, x.T())
	out, _, err := tensors.Run(context.Background(), code, []*tensor.Dense{x, one})
	require.NoError(t, err)
	require.Equal(t, []float64{25, 1, 100}, out[0].Data())

	// A view of some rows shares nothing it should not.
	big := tensor.New(tensor.WithShape(4, 2), tensor.WithBacking([]float64{0, 0, 3, 4, 1, 0, 9, 9}))
	view, err := big.Slice(tensor.S(1, 3))
	require.NoError(t, err)
	out, _, err = tensors.Run(context.Background(), code, []*tensor.Dense{view.(*tensor.Dense), one})
	require.NoError(t, err)
	require.Equal(t, []float64{25, 1}, out[0].Data())
}

func TestErrorsNameTheArgument(t *testing.T) {
	code := compile(norm)
	x := tensor.New(tensor.WithShape(3, 2), tensor.Of(tensor.Float64))
	one := tensor.New(tensor.WithShape(1), tensor.WithBacking([]float64{1}))
	for _, tc := range []struct {
		in   []*tensor.Dense
		want string
	}{
		{[]*tensor.Dense{x}, "1 inputs for 2 parameters"},
		{[]*tensor.Dense{x, tensor.New(tensor.WithShape(1), tensor.WithBacking([]string{"a"}))},
			"argument s: a tensor of string"},
		{[]*tensor.Dense{one, one}, "input x has events of shape [2], got shape []"},
		{[]*tensor.Dense{x, tensor.New(tensor.WithShape(2), tensor.WithBacking([]float64{1, 2}))},
			"input s has 2 rows, but x has 3"},
	} {
		_, _, err := tensors.Run(context.Background(), code, tc.in)
		require.ErrorContains(t, err, tc.want)
	}
}

// TestNoCopy shows that a contiguous tensor's backing slice is the column.
func TestNoCopy(t *testing.T) {
	data := []float64{1, 2, 3, 4}
	c, err := tensors.Column(tensor.New(tensor.WithShape(2, 2), tensor.WithBacking(data)))
	require.NoError(t, err)
	require.Equal(t, []int{2}, c.Shape)
	require.Same(t, &data[0], &c.Data.([]float64)[0])
}
