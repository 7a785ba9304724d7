package results

import (
	"errors"
	"io"
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type named struct {
	A [2]float64
	_ int
	b []int
}

type uncomparable struct{ s []int }

func (uncomparable) Error() string { return "uncomparable" }

func TestSame(t *testing.T) {
	nan, otherNaN := math.NaN(), math.Float64frombits(0x7ff8_0000_0000_0123)
	for _, c := range []struct {
		a, b any
		same bool
		a2   string // in a message
	}{
		{[]float64{1.5}, []float64{1.5}, true, "1.5"},
		{[]float64{0}, []float64{math.Copysign(0, -1)}, false, "0"},
		{[]float64{nan}, []float64{otherNaN}, true, "NaN"},
		{[]float64{nan}, []float64{1}, false, "NaN"},
		{[]float32{0.1}, []float32{0.1}, true, "0.1"},
		{[]int8{-3}, []int8{4}, false, "-3"},
		{[]uint64{1 << 63}, []uint64{1 << 63}, true, "9223372036854775808"},
		{[]bool{true}, []bool{false}, false, "true"},
		{[]named{{[2]float64{1, nan}, 5, []int{1}}}, []named{{[2]float64{1, nan}, 7, []int{1}}}, true,
			"{A:[1 NaN] _:0 b:[1]}"},
		{[]named{{b: []int{1}}}, []named{{b: []int{1, 2}}}, false, "{A:[0 0] _:0 b:[1]}"},
		{[][]int{nil}, [][]int{{}}, true, "[]"},
		{[]error{nil}, []error{nil}, true, "nil"},
		{[]error{nil}, []error{io.EOF}, false, "nil"},
		{[]error{io.EOF}, []error{io.EOF}, true, `"EOF"`},
		{[]error{io.EOF}, []error{errors.New("EOF")}, true, `"EOF"`},
		{[]error{io.EOF}, []error{io.ErrUnexpectedEOF}, false, `"EOF"`},
		{[]error{uncomparable{}}, []error{uncomparable{}}, true, `"uncomparable"`},
	} {
		a, b := reflect.ValueOf(c.a).Index(0), reflect.ValueOf(c.b).Index(0)
		require.Equal(t, c.same, Same(a, b), "%v, %v", c.a, c.b)
		require.Equal(t, c.same, Same(b, a), "%v, %v", c.a, c.b)
		require.Equal(t, c.a2, Text(a))
	}
	require.Len(t, Text(reflect.ValueOf(make([]int, 1000))), showMost+len(" …"))
}
