package batch

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// RunInto fills the caller's columns, in the caller's type of 64-bit integer,
// and leaves the rows of faulted lanes alone; both when results are copied
// as they are and when a narrow one beside them forbids that.
func TestRunInto(t *testing.T) {
	for _, narrow := range []string{"", " as int8"} {
		c := compileText(t, `
program divide lowered

var n : i64 register
var m : i32 register`+narrow+`
var r : i64 register

func main(n, m) -> (r, m) {
entry:
    r = div.i64 100, n
    goto halt
}
`)
		n := []int{5, 0, 20}
		m := Column{Data: []int32{1, 2, 3}}
		out := Column{Data: []int32{-1, -1, -1}}
		if narrow != "" {
			m, out = Column{Data: []int8{1, 2, 3}}, Column{Data: []int8{-1, -1, -1}}
		}
		r := []int{-1, -1, -1}
		res, err := c.RunInto(context.Background(), []Column{{Data: n}, m}, []Column{{Data: r}, out})
		require.NoError(t, err)
		require.Equal(t, []int{20, -1, 5}, r)
		require.Len(t, res.Faults, 1)
		require.Equal(t, optab.DivideByZero, res.Faults[0].Code)
		require.EqualValues(t, 1, res.Faults[0].Lane)
		require.False(t, res.Finished(1))

		for _, bad := range []struct {
			cols []Column
			say  string
		}{
			{[]Column{{Data: r}}, "gives 2 results, got 1"},
			{[]Column{{Data: []float64{1, 2, 3}}, out}, "result r is []int64, got []float64"},
			{[]Column{{Data: r[:2]}, out}, "result r has 3 rows"},
			{[]Column{{Data: r, Shape: []int{3}}, out}, "result r has events of shape [], got shape [3]"},
		} {
			_, err := c.RunInto(context.Background(), []Column{{Data: n}, m}, bad.cols)
			require.ErrorContains(t, err, bad.say)
		}
		if narrow != "" { // a wide column could hold what the narrow type does not
			wide := Column{Data: []int32{1, 2, 300}}
			_, err = c.Run(context.Background(), []Column{{Data: n}, wide})
			require.ErrorContains(t, err, "input m is []int8, got []int32")
			_, err = c.RunInto(context.Background(), []Column{{Data: n}, m}, []Column{{Data: r}, wide})
			require.ErrorContains(t, err, "result m is []int8, got []int32")
		}
	}
}
