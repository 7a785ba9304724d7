package program_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

func TestMatchShape(t *testing.T) {
	vector, matrix := program.Array(program.F64, program.AnyLength),
		program.Array(program.F64, program.AnyLength, program.AnyLength)
	rows := program.Array(program.F64, program.AnyLength, 3)
	for _, tt := range []struct {
		typ   program.TensorType
		n     int
		given []int
		want  []int
		wrong string
	}{
		{typ: program.Scalar(program.F64), n: 1},
		{typ: program.Scalar(program.F64), n: 2, wrong: "2 elements, not 1"},
		{typ: program.Array(program.F64, 2, 3), n: 6, want: []int{2, 3}},
		{typ: program.Array(program.F64, 2, 3), n: 6, given: []int{2, 3}, want: []int{2, 3}},
		{typ: program.Array(program.F64, 2, 3), n: 6, given: []int{3, 2}, wrong: "the shape is [3,2]"},
		{typ: vector, n: 0, want: []int{0}},
		{typ: vector, n: 7, want: []int{7}},
		{typ: vector, n: 7, given: []int{7}, want: []int{7}},
		{typ: vector, n: 7, given: []int{6}, wrong: "7 elements, not 6"},
		{typ: rows, n: 6, want: []int{2, 3}},
		{typ: rows, n: 7, wrong: "7 elements are no whole number of rows of 3"},
		{typ: rows, n: 6, given: []int{3, 2}, wrong: "the shape is [3,2]"},
		{typ: matrix, n: 6, wrong: "its shape is not known; give rows, or a column with a shape"},
		{typ: matrix, n: 6, given: []int{3, 2}, want: []int{3, 2}},
		{typ: matrix, n: 0, given: []int{0, 2}, want: []int{0, 2}},
		{typ: matrix, n: 6, given: []int{-3, -2}, wrong: "the shape is [-3,-2]"},
		{typ: matrix, n: 0, given: []int{1 << 32, 1 << 32}, wrong: "the shape is [4294967296,4294967296]"},
		{typ: matrix, n: 6, given: []int{6}, wrong: "the shape is [6]"},
	} {
		shape, wrong := tt.typ.MatchShape(tt.n, tt.given)
		require.Equal(t, tt.wrong, wrong, "%v of %d elements, shape %v", tt.typ, tt.n, tt.given)
		require.Equal(t, tt.want, shape)
	}
	require.Equal(t, program.AnyLength, rows.Elements())
}

func TestDefinitionValue(t *testing.T) {
	value := func(name string, i int) uint64 {
		if name == "w" {
			return uint64(100 + i)
		}
		require.Equal(t, "tol", name)
		require.Zero(t, i)
		return math.Float64bits(0.25)
	}
	length := func(name string, axis int) int {
		return 10 + axis
	}
	element := program.Definition{Op: program.OpIndexU64,
		In: []program.Operand{program.Ref("w"), program.Lit(program.I64, 2), program.Lit(program.I64, 3)}}
	require.Equal(t, uint64(100+2*11+3), element.Value(value, length, program.Opcode.Scalar))
	twice := program.Definition{Op: program.OpMulF64, In: []program.Operand{program.Ref("tol"),
		program.Lit(program.F64, math.Float64bits(2))}}
	require.Equal(t, math.Float64bits(0.5), twice.Value(value, length, program.Opcode.Scalar))
	require.Equal(t, []string{"tol"}, twice.Reads())
	columns := program.Definition{Of: "m", Axis: 1}
	require.Equal(t, uint64(11), columns.Value(value, length, program.Opcode.Scalar))
	require.Equal(t, []string{"m"}, columns.Reads())
}

func TestKeepUniforms(t *testing.T) {
	p := parse(t, "keep", `program keep source
uniform a : f64
uniform half : f64 = 0.5
uniform two : f64 = 2.0
uniform b : f64 = mul.f64 a, half
uniform c : f64 = neg.f64 b
uniform d : f64 = neg.f64 two
func main() -> () {
x:
    goto halt
}
`)
	names := func(used ...string) (names []string) {
		set := map[string]bool{}
		for _, name := range used {
			set[name] = true
		}
		for _, u := range program.KeepUniforms(p.Uniforms, set) {
			names = append(names, u.Name)
		}
		return names
	}
	require.Equal(t, []string{"a"}, names())
	require.Equal(t, []string{"a", "half", "b", "c"}, names("c"))
	require.Equal(t, []string{"a", "two", "d"}, names("d"))
	require.Equal(t, []string{"a", "two"}, names("two"))
}
