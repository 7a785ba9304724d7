package testkit

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

func peerProgram(t *testing.T, name string) *program.Program {
	t.Helper()
	text, err := os.ReadFile("../../program/testdata/peer/" + name + ".lockstep")
	require.NoError(t, err)
	p, err := program.Parse(name, string(text))
	require.NoError(t, err)
	return p
}

func i64s(vs ...int64) batch.Column { return batch.Column{Data: vs} }

// TestPeerValues is cases C1 to C20 for the programs A1 to A7, each under the
// whole matrix; the expected values are those of the peer's tests. (A8 and the
// step counts are in package batch, the builder's programs in frontend/builder.)
func TestPeerValues(t *testing.T) {
	for _, tc := range []struct {
		id, program string
		in          []batch.Column
		out         []any
	}{
		{"C8", "a1_constant", []batch.Column{i64s(5, 10, 15)}, []any{[]int64{2, 2, 2}}},
		{"C10", "a2_single_if", []batch.Column{i64s(0, 5, -15, -3, 7, 1, 3)}, []any{[]int64{0, 2, 0, 0, 2, 0, 2}}},
		{"C12", "a4_synthetic_pattern_variable", []batch.Column{i64s(3, 4, 5)},
			[]any{[]int64{5, 6, 7}, []int64{6, 7, 8}}},
		{"C13", "a5_fibonacci_lowered", []batch.Column{i64s(5, 6, 8, 9, 0, 1, 3)},
			[]any{[]int64{8, 13, 34, 55, 1, 1, 3}}},
		{"C15", "a6_fibonacci_calls", []batch.Column{i64s(5, 6, 8, 9)}, []any{[]int64{8, 13, 34, 55}}},
		{"C16", "a7_is_even_calls", []batch.Column{i64s(5, 6, 8, 9, 0, 1, 2)},
			[]any{[]bool{false, true, true, false, true, false, true}}},
		{"C20", "a3_synthetic_pattern", nil, []any{[]int64{1}, []int64{3}, []int64{4}, []int64{5}, []int64{6}}},
	} {
		t.Run(tc.id, func(t *testing.T) {
			p := peerProgram(t, tc.program)
			Same(t, p, Lanes(tc.in), Limits{})
			res := runProgram(t, p, tc.in)
			for i, want := range tc.out {
				require.Equal(t, want, res.Cols[i].Data)
			}
		})
	}
}

func runProgram(t *testing.T, p *program.Program, in []batch.Column, opts ...batch.Option) *batch.Result {
	t.Helper()
	if p.Dialect == program.Source {
		var err error
		p, err = lower.Lower(p, lower.Check())
		require.NoError(t, err)
	}
	code, err := batch.Compile(p)
	require.NoError(t, err)
	res, err := code.Run(context.Background(), in, opts...)
	require.NoError(t, err)
	return res
}

// TestPeerDtypes is cases C22 and C23: fib and even/odd over each number type
// that the peer tests.
func TestPeerDtypes(t *testing.T) {
	for _, name := range []string{"a6_fibonacci_calls", "a7_is_even_calls"} {
		text := program.Print(peerProgram(t, name))
		for dtype, in := range map[string]any{
			"i32": []int32{5, 6, 0, 3}, "i64": []int64{5, 6, 0, 3}, "f32": []float32{5, 6, 0, 3},
			"f64": []float64{5, 6, 0, 3},
		} {
			t.Run(name+"/"+dtype, func(t *testing.T) {
				typed := strings.ReplaceAll(text, "i64", dtype)
				if dtype[0] == 'f' {
					typed = floatLiterals.Replace(typed)
				}
				p, err := program.Parse(dtype, typed)
				require.NoError(t, err)
				cols := []batch.Column{{Data: in}}
				Same(t, p, Lanes(cols), Limits{})
				got := runProgram(t, p, cols).Cols[0]
				if name == "a7_is_even_calls" {
					require.Equal(t, []bool{false, true, true, false}, got.Data)
					return
				}
				want, _ := batch.NewColumn(batch.GoType(in), 4, nil)
				for j, v := range []float64{8, 13, 1, 3} {
					switch d := want.Data.(type) {
					case []int32:
						d[j] = int32(v)
					case []int64:
						d[j] = int64(v)
					case []float32:
						d[j] = float32(v)
					case []float64:
						d[j] = v
					}
				}
				require.Equal(t, want.Data, got.Data)
			})
		}
	}
}

// floatLiterals turns the programs' integer literals into floats.
var floatLiterals = strings.NewReplacer(", 1\n", ", 1.0\n", ", 2\n", ", 2.0\n", " 1\n", " 1.0\n")

// TestPeerShapes is case D5 with declared types: values of several shapes are
// broadcast into one variable whose shape holds them all.
func TestPeerShapes(t *testing.T) {
	p, err := program.Parse("shapes", `program shapes source

var x   : f64
var a   : f64[1,3,1]
var b   : f64[1,2]
var ans : f64[5,3,2]

func main(x) -> (ans) {
entry:
    a = copy x
    b = copy x
    ans = copy a
    ans = copy b
    ans = add.f64 ans, a
    goto halt
}
`)
	require.NoError(t, err)
	cols := []batch.Column{{Data: []float64{1, 2.5, -3}}}
	Same(t, p, Lanes(cols), Limits{})
	sum := runProgram(t, p, cols).Cols[0]
	require.Len(t, sum.Data, 3*30)
	require.Equal(t, 5.0, sum.Data.([]float64)[30])
}

// TestPeerRunErrors is the rows of table G about runs: what the peer makes of
// them, and what happens here.
func TestPeerRunErrors(t *testing.T) {
	p, err := program.Parse("sum", `program sum source

var a : i64
var b : i64
var s : i64
var q : i64
var c : bool

func main(a, b) -> (s) {
entry:
    s = add.i64 a, b
    c = ne.i64 b, 0
    branch c, divide, halt
divide:
    q = div.i64 10, b
    s = add.i64 s, q
    goto halt
}
`)
	require.NoError(t, err)
	low, err := lower.Lower(p)
	require.NoError(t, err)
	code, err := batch.Compile(low)
	require.NoError(t, err)

	_, err = code.Run(context.Background(), []batch.Column{i64s(1, 2), i64s(1, 2, 3)})
	require.ErrorContains(t, err, "input b has 3 rows, but a has 2", "sizes 2 and 3 do not go together")

	res, err := code.Run(context.Background(), []batch.Column{i64s(1, 2, 3), i64s(10)})
	require.NoError(t, err)
	require.Equal(t, []int64{12, 13, 14}, res.Cols[0].Data, "one row holds for all lanes")

	// The peer divides for lanes that did not take the branch, and warns or
	// dies; here the guarded division faults nobody.
	res, err = code.Run(context.Background(), []batch.Column{i64s(0, 0), i64s(5, 0)})
	require.NoError(t, err)
	require.Empty(t, res.Faults)
	require.Equal(t, []int64{7, 0}, res.Cols[0].Data)
}
