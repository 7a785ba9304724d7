package interp_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, name, text string) *program.Program {
	t.Helper()
	p, err := program.Parse(name, text)
	require.NoError(t, err)
	return p
}

// peer reads one of the programs of the peer's own tests.
func peer(t testing.TB, name string) *program.Program {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../program/testdata/peer", name+".lockstep"))
	require.NoError(t, err)
	return parse(t, name, string(data))
}

// ok runs a lane that must not fault and returns its results as text.
func ok(t testing.TB, p *program.Program, inputs ...interp.Value) string {
	t.Helper()
	out, fault, err := interp.Run(p, inputs)
	require.NoError(t, err)
	require.Nil(t, fault)
	return fmt.Sprint(out)
}

// A parameter and a result as int8 are int8s, whatever is given or computed; a
// variable in between is what it holds.
func TestNarrowEdges(t *testing.T) {
	data, err := os.ReadFile("../../program/testdata/text/narrow_claims.lockstep")
	require.NoError(t, err)
	p := parse(t, "narrow_claims", string(data))
	u16s := interp.Value{Type: program.TensorType{Dtype: program.U32, Shape: []int{2}}, Bits: []uint64{65535, 70000}}
	// a is -56, so that k is -56000 and t holds; w is 200 - 56000, of which the
	// low 8 bits are 8 with the sign of 8.
	got := ok(t, p, interp.Int32(200), interp.Int32(200), interp.Scalar(program.U32, 320), u16s)
	require.Equal(t, "[8 3392 192 [65529 31248] -56]", got)
	require.Equal(t, []uint64{65535, 70000}, u16s.Bits, "inputs are not changed")
}

// What all elements of a scratch array are set to means nothing, so that a lane that reads one which it has not written
// is found out.
func TestScratch(t *testing.T) {
	for _, row := range []struct{ array, want string }{{"i64[2]", "[7 0]"}, {"i64[2] scratch", "[7 1]"}} {
		p := parse(t, "scratch", `program level source
var a : `+row.array+`
var written : i64
var unwritten : i64
func main() -> (written, unwritten) {
start:
    a = copy 0
    a = insert.i64 a, 7, 0
    written = index.i64 a, 0
    unwritten = index.i64 a, 1
    goto halt
}
`)
		require.Equal(t, row.want, ok(t, p), row.array)
	}
}

func TestPeerPrograms(t *testing.T) {
	int64s := func(vs ...int64) (in []interp.Value) {
		for _, v := range vs {
			in = append(in, interp.Int64(v))
		}
		return in
	}
	for _, tt := range []struct {
		id, program string
		in          []interp.Value
		want        string
	}{
		{"C1", "a1_constant", int64s(5), "[2]"},
		{"C2", "a2_single_if", int64s(1), "[0]"},
		{"C2", "a2_single_if", int64s(3), "[2]"},
		{"C3", "a4_synthetic_pattern_variable", int64s(5), "[7 8]"},
		{"C4", "a5_fibonacci_lowered", int64s(5), "[8]"},
		{"C4", "a6_fibonacci_calls", int64s(5), "[8]"},
		{"C5", "a3_synthetic_pattern", nil, "[1 3 4 5 6]"},
	} {
		t.Run(tt.id+"/"+tt.program, func(t *testing.T) {
			require.Equal(t, tt.want, ok(t, peer(t, tt.program), tt.in...))
		})
	}
	t.Run("C6", func(t *testing.T) {
		for n := range int64(10) {
			require.Equal(t, fmt.Sprint([]bool{n%2 == 0}), ok(t, peer(t, "a7_is_even_calls"), interp.Int64(n)))
		}
	})
	t.Run("C7", func(t *testing.T) {
		for n, want := range map[int64]int64{0: 1, 1: 1, 2: 2, 5: 8, 9: 55} {
			for _, name := range []string{"a5_fibonacci_lowered", "a6_fibonacci_calls"} {
				require.Equal(t, fmt.Sprint([]int64{want}), ok(t, peer(t, name), interp.Int64(n)))
			}
		}
	})
}

// Here the depth is always 3 and the step adds one, so every round adds
// 3·2³ − 2 = 22 to the state.
func TestPeaNuts(t *testing.T) {
	p := peer(t, "a8_pea_nuts_lowered")
	for count, want := range []string{"[[0.0 1.0 2.0]]", "[[22.0 23.0 24.0]]", "[[44.0 45.0 46.0]]",
		"[[66.0 67.0 68.0]]"} {
		state := interp.Value{Type: program.Array(program.F32, 3)}
		for i := range 3 {
			state.Bits = append(state.Bits, interp.Float32(float32(i)).Bits[0])
		}
		require.Equal(t, want, ok(t, p, interp.Int64(int64(count)), state))
	}
}

// The peer counts the blocks that one lane runs: fib(5) takes 45 in the
// lowered program.
func TestBlocksRun(t *testing.T) {
	counts := map[string]int{}
	trace := interp.Trace(func(block string) { counts[block]++ })
	_, fault, err := interp.Run(peer(t, "a5_fibonacci_lowered"), []interp.Value{interp.Int64(5)}, trace)
	require.NoError(t, err)
	require.Nil(t, fault)
	require.Equal(t, map[string]int{"entry": 1, "enter_fib": 15, "recur1": 7, "recur2": 7, "recur3": 7, "finish": 8},
		counts)
}

// Watch sees what every instruction reads, in both dialects.
func TestWatch(t *testing.T) {
	for dialect, name := range map[string]string{"lowered": "a5_fibonacci_lowered", "source": "a6_fibonacci_calls"} {
		reads := map[string]int{}
		watch := interp.Watch(func(block string, instr int, operands [][]uint64) {
			reads[fmt.Sprint(block, " ", instr, " ", operands)]++
		})
		_, fault, err := interp.Run(peer(t, name), []interp.Value{interp.Int64(5)}, watch)
		require.NoError(t, err)
		require.Nil(t, fault)
		if dialect == "lowered" {
			require.Equal(t, 1, reads["enter_fib 0 [[5] [1]]"], reads)
			require.Equal(t, 2, reads["enter_fib 0 [[3] [1]]"])
			require.Equal(t, 8, reads["enter_fib 1 [[0]]"], "the branch")
		} else {
			require.Equal(t, 1, reads["recur 0 [[5] [1]]"], reads)
			require.Equal(t, 1, reads["recur 1 [[4]]"], "the argument of a call")
			require.Equal(t, 8, reads["enter_fib 1 [[0]]"])
		}
	}
}

func TestLimits(t *testing.T) {
	five := []interp.Value{interp.Int64(5)}
	t.Run("depth of calls", func(t *testing.T) {
		p := peer(t, "a6_fibonacci_calls")
		_, fault, err := interp.Run(p, five, interp.MaxDepth(5))
		require.NoError(t, err)
		require.Nil(t, fault)
		_, fault, _ = interp.Run(p, five, interp.MaxDepth(4))
		require.Equal(t, optab.StackOverflow, fault.Code)
		require.Equal(t, "a6_fibonacci_calls:20:5", fault.Pos.String(), "the call that went too deep")
	})
	t.Run("depth of stacks", func(t *testing.T) {
		p := peer(t, "a5_fibonacci_lowered")
		_, fault, err := interp.Run(p, five, interp.MaxDepth(5))
		require.NoError(t, err)
		require.Nil(t, fault)
		_, fault, _ = interp.Run(p, five, interp.MaxDepth(4))
		require.Equal(t, optab.StackOverflow, fault.Code)
	})
	t.Run("steps", func(t *testing.T) {
		p := peer(t, "a5_fibonacci_lowered")
		_, fault, err := interp.Run(p, five, interp.MaxSteps(45))
		require.NoError(t, err)
		require.Nil(t, fault)
		_, fault, _ = interp.Run(p, five, interp.MaxSteps(1))
		require.Equal(t, optab.StepLimit, fault.Code)
		require.Equal(t, "a5_fibonacci_lowered:18:5", fault.Pos.String(),
			"the first instruction of the block that did not start")
	})
	t.Run("endless recursion", func(t *testing.T) {
		p := parse(t, "endless", `program endless source
var a : i64
var b : i64
var r : i64
func f(a) -> (b) {
f_entry:
    b = call f(a)
    return
}
func main() -> (r) {
entry:
    r = call f(1)
    goto halt
}
`)
		_, fault, err := interp.Run(p, nil, interp.MaxDepth(100_000))
		require.NoError(t, err)
		require.Equal(t, "endless:7:5: stack overflow", fault.String())
	})
}

// Faults: which instruction, and that the first in order wins.
func TestFaults(t *testing.T) {
	p := parse(t, "faults.lockstep", `program faults source
file "f.go"
uniform table : f64[2,2] = [1.0, 2.0, 3.0, 4.0]
var i : i64
var d : i64
var x : f64
func main(i, d) -> (x, d) {
entry:
    x = index.f64 table, 1, i @3:1
    d = div.i64 10, d @4:1
    switch d, fine, 5: sad
fine:
    goto halt
sad:
    fault "panic", "five" @5:1
}
`)
	for _, tt := range []struct {
		i, d int64
		want string
	}{
		{1, 1, ""},
		{2, 1, "f.go:3:1: index out of range"},
		{-1, 0, "f.go:3:1: index out of range"},
		{math.MinInt64, 1, "f.go:3:1: index out of range"},
		{0, 0, "f.go:4:1: integer divide by zero"},
		{0, 2, "f.go:5:1: panic: five"},
	} {
		out, fault, err := interp.Run(p, []interp.Value{interp.Int64(tt.i), interp.Int64(tt.d)})
		require.NoError(t, err)
		if tt.want == "" {
			require.Nil(t, fault)
			require.Equal(t, "[4.0 10]", fmt.Sprint(out))
			continue
		}
		require.Equal(t, tt.want, fault.String())
		require.Nil(t, out)
	}
}

// One line for each form of operation on events.
func TestForms(t *testing.T) {
	p := parse(t, "forms", `program forms source
uniform m : f64[2,3] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
uniform scale : f64
var v     : f64[3]
var k     : i64
var a     : f64[2,3]
var b     : f64[2]
var c     : f64[2]
var d     : f64[3]
var e     : f64
var f     : f64[3,2]
var g     : bool[3]
var h     : bool
var row   : f64[2,3]
var one   : f64[2,1]
var o     : f64[2]
func main(v, k) -> (a, b, c, d, e, f, h, row, o) {
entry:
    a = add.f64 m, v
    b = reduce_add.f64 a
    c = matvec.f64 m, v
    d = index.f64 m, k
    e = index.f64 m, k, 2
    e = mul.f64 e, scale
    f = reshape.f64 a
    g = gt.f64 v, 1.5
    h = reduce_and.bool g
    row = insert.f64 m, v, k
    row = insert.f64 row, -1.0, 0, k
    one = const.f64 2.0
    row = mul.f64 row, one
    o = dot.f64 row, v
    goto halt
}
`)
	v := interp.Value{Type: program.Array(program.F64, 3)}
	for i := range 3 {
		v.Bits = append(v.Bits, math.Float64bits(float64(i+1)))
	}
	out, fault, err := interp.Run(p, []interp.Value{v, interp.Int64(1)},
		interp.WithUniform("scale", math.Float64bits(0.5)))
	require.NoError(t, err)
	require.Nil(t, fault)
	var got []string
	for _, o := range out {
		got = append(got, o.String())
	}
	require.Equal(t, []string{
		"[2.0 4.0 6.0 5.0 7.0 9.0]",
		"[12.0 21.0]",
		"[14.0 32.0]",
		"[4.0 5.0 6.0]",
		"3.0",
		"[2.0 4.0 6.0 5.0 7.0 9.0]",
		"false",
		"[2.0 -2.0 6.0 2.0 4.0 6.0]",
		"[16.0 28.0]",
	}, got)
}

// A copy reads everything before it writes anything.
func TestParallelCopy(t *testing.T) {
	p := parse(t, "swap", `program swap source
var a : i64
var b : i64
func main(a, b) -> (a, b) {
entry:
    a, b = copy b, a
    goto halt
}
`)
	require.Equal(t, "[2 1]", ok(t, p, interp.Int64(1), interp.Int64(2)))
}

// The storage classes of the lowered dialect.
func TestStorageClasses(t *testing.T) {
	p := parse(t, "classes", `program classes lowered
var a : i64 full
var r : i64 register
var n : i64 null
func main(a, r) -> (a, r) {
entry:
    push a, push r = copy 10, 20
    push n = copy a
    a = add.i64 a, 1
    pop a, r
    a = add.i64 a, 100
    goto halt
}
`)
	require.Equal(t, "[101 20]", ok(t, p, interp.Int64(1), interp.Int64(2)))
}

func TestWrongInputs(t *testing.T) {
	p := peer(t, "a2_single_if")
	_, _, err := interp.Run(p, nil)
	require.ErrorContains(t, err, "takes 1 inputs, not 0")
	_, _, err = interp.Run(p, []interp.Value{interp.Float64(1)})
	require.ErrorContains(t, err, "input 0 of single_if is f64 with 1 elements, want i64")
	_, _, err = interp.Run(&program.Program{}, nil)
	require.ErrorContains(t, err, "neither source nor lowered")
	p = parse(t, "u", "program u source\nuniform k : f64\nfunc main() -> () {\nx:\n goto halt\n}\n")
	_, _, err = interp.Run(p, nil)
	require.ErrorContains(t, err, "the uniform k is f64: 0 elements, not 1")
}

const anyLength = `program any source
file "f.go"
uniform xs    : f64[?]
uniform m     : i32[?,?,2]
uniform scale : f64
uniform twice : f64 = mul.f64 scale, 2.0
uniform above : bool = gt.f64 twice, 3.0
uniform n     : i64 = length xs, 0
uniform cols  : i64 = length m, 1
uniform last  : i64 = sub.i64 n, 1
var i : i64
var x : f64
var k : i32
func main(i) -> (x, k, i) {
start:
    x = index.f64 xs, last @3:1
    x = mul.f64 x, twice
    k = index.i32 m, i, 2, 1 @4:1
    i = copy cols
    branch above, halt, more
more:
    x = neg.f64 x
    goto halt
}
`

// Uniforms of any length, and uniforms computed from uniforms.
func TestUniforms(t *testing.T) {
	p := parse(t, "any", anyLength)
	xs := []uint64{math.Float64bits(1), math.Float64bits(10)}
	m := interp.WithUniformShape("m", []int{2, 3, 2}, []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	for _, tt := range []struct {
		scale float64
		xs    []uint64
		i     int64
		want  string
	}{
		{2, xs, 1, "[40.0 11 3] <nil> <nil>"},
		{1.5, xs, 0, "[-30.0 5 3] <nil> <nil>"},
		{2, xs[:1], 1, "[4.0 11 3] <nil> <nil>"},
		{2, xs, 2, "[] f.go:4:1: index out of range <nil>"},
		{2, nil, 0, "[] f.go:3:1: index out of range <nil>"},
	} {
		out, fault, err := interp.Run(p, []interp.Value{interp.Int64(tt.i)},
			interp.WithUniform("scale", math.Float64bits(tt.scale)), interp.WithUniform("xs", tt.xs...), m)
		require.Equal(t, tt.want, fmt.Sprint(out, fault, err))
	}
	_, _, err := interp.Run(p, []interp.Value{interp.Int64(0)}, interp.WithUniform("scale", 0),
		interp.WithUniform("m", 1, 2))
	require.EqualError(t, err, "interp: the uniform m is i32[?,?,2]: its shape is not known; give rows, or a column "+
		"with a shape")
	_, _, err = interp.Run(p, []interp.Value{interp.Int64(0)}, interp.WithUniform("scale", 0),
		interp.WithUniformShape("m", []int{0, 3, 1}, nil))
	require.EqualError(t, err, "interp: the uniform m is i32[?,?,2]: the shape is [0,3,1]")
}
