package batch

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// lengths returns the last element of a slice and whether there is one.
const lengths = `program lengths lowered

error 1 = "empty"

var x     : f64[3] register
var x.len : i64    register as len
var r     : f64    register
var e     : i32    register as error
var i     : i64    temporary
var c     : bool   temporary

func main(x, x.len) -> (r, e) {
entry:
    c = eq.i64 x.len, 0
    branch c, empty, last
empty:
    r = copy 0.0
    e = copy 1
    goto halt
last:
    i = sub.i64 x.len, 1
    r = index.f64 x, i
    e = copy 0
    goto halt
}
`

func TestLengthsAndErrorsAreColumns(t *testing.T) {
	c := compileText(t, lengths)
	require.Equal(t, program.GoInt64, c.Params()[1].Type)
	require.Equal(t, program.GoInt32, c.Results()[1].Type)
	x := Column{Data: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, Shape: []int{3}}
	res, err := c.Run(context.Background(), []Column{x, {Data: []int{0, 3, 1}}})
	require.NoError(t, err)
	require.Equal(t, []float64{0, 6, 7}, res.Cols[0].Data)
	require.Equal(t, []int32{1, 0, 0}, res.Cols[1].Data)

	for _, tt := range []struct {
		lens any
		want string
	}{
		{[]int64{0, 4, 0}, "input x: lane 1 has the length 4; the capacity is 3"},
		{[]int{0, 0, -1}, "input x: lane 2 has the length -1; the capacity is 3"},
		{[]int32{0, 0, 0}, "input x.len is []int64, got []int32"},
	} {
		_, err := c.Run(context.Background(), []Column{x, {Data: tt.lens}})
		require.ErrorContains(t, err, tt.want)
	}

	c = compileText(t, strings.Replace(lengths, "as len", "as len nil", 1))
	_, err = c.Run(context.Background(), []Column{x, {Data: []int64{0, 3, -1}}})
	require.NoError(t, err)
	_, err = c.Run(context.Background(), []Column{x, {Data: []int64{0, 3, -2}}})
	require.ErrorContains(t, err, "input x: lane 2 has the length -2; the capacity is 3")
}

// TestLengthsOfManyLanes: a length that is wrong is found wherever it stands.
func TestLengthsOfManyLanes(t *testing.T) {
	for _, n := range []int{1, 63, 255, 256, 300, 4096, 4097, 9000} {
		lens := make([]int64, n)
		for i := range lens {
			lens[i] = int64(i%7) - 1
		}
		require.True(t, haveLengths(lens, -1, 5), n)
		for _, at := range []int{0, 1, n / 3, n / 2, n - 64, n - 2, n - 1} {
			if at < 0 || at >= n {
				continue
			}
			for _, wrong := range []int64{-2, 6, math.MinInt64, math.MaxInt64} {
				right := lens[at]
				lens[at] = wrong
				require.False(t, haveLengths(lens, -1, 5), "%d of %d is %d", at, n, wrong)
				lens[at] = right
			}
		}
	}
}
