package lockstep_test

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/program"
)

var ctx = context.Background()

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	file := write("a.go", "package p\n\nfunc Twice(x int) int { return half(4 * x) }\n")
	write("b.go", "package p\n\nfunc half(x int) int { return x / 2 }\n")
	write("c_test.go", "package p\n\nnot even Go\n")

	fn, err := lockstep.Load(dir, "Twice")
	require.NoError(t, err)
	res, err := fn.Run(ctx, lockstep.Inputs{"x": []int{1, 2}})
	require.NoError(t, err)
	require.Equal(t, []int64{2, 4}, res.Int64("r0"))

	_, err = lockstep.Load(file, "Twice")
	require.ErrorContains(t, err, "half", "a file alone does not have the other file's functions")

	text := write("twice.lockstep", fn.Lowered().String())
	fn, err = lockstep.Load(text, "")
	require.NoError(t, err)
	res, err = fn.Run(ctx, lockstep.Inputs{"x": []int64{5}})
	require.NoError(t, err)
	require.Equal(t, []int64{10}, res.Int64("r0"))
	_, err = lockstep.Load(text, "Twice")
	require.ErrorContains(t, err, "no function Twice to choose")
	for name, option := range map[string]lockstep.CompileOption{
		"Len": lockstep.Len("x", 2), "Cap": lockstep.Cap("x", 2), "Texts": lockstep.Texts("x", "a"),
		"MakeCap": lockstep.MakeCap(2), "OurMath": lockstep.OurMath(), "FileName": lockstep.FileName("a.go"),
		"AssumeConstant": lockstep.AssumeConstant("v"),
	} {
		_, err = lockstep.Load(text, "", option)
		require.EqualError(t, err, "lockstep: "+text+" is compiled already: leave out "+name)
	}
	_, err = lockstep.Load(text, "", lockstep.Uniform("x"))
	require.EqualError(t, err, "lockstep: "+text+" is compiled already, and x is not uniform there")
	_, err = lockstep.Load(text, "", lockstep.CopyArrays(), lockstep.WithoutPasses(), lockstep.Uniform(),
		lockstep.LeaveToGo())
	require.NoError(t, err)

	_, err = lockstep.Load(filepath.Join(dir, "missing.go"), "F")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = lockstep.LoadFS(fstest.MapFS{"a.go": {Data: []byte("package p\n\nfunc F(x int) int { return x }\n")}}, "G")
	require.ErrorContains(t, err, "G")
}

func TestFromProgramVerifies(t *testing.T) {
	p, err := program.Parse("broken", "program broken source\n\nvar x : i64\nvar y : i64\n\nfunc main(x) -> (y) "+
		"{\nentry:\n    goto halt\n}\n")
	require.NoError(t, err)
	_, err = lockstep.FromProgram(p)
	require.ErrorContains(t, err, "y")
}

func TestFields(t *testing.T) {
	fn := lockstep.MustCompile(`package p

type V struct{ X, Y float32 }

func F(v V, n [2]int8, scale uint) (sum V, ok bool) {
	return V{v.X + float32(n[0]), v.Y + float32(n[1])*float32(scale)}, true
}
`, "F", lockstep.Uniform("scale"))
	require.Equal(t, []lockstep.Field{
		{Name: "v.X", Type: program.GoFloat32},
		{Name: "v.Y", Type: program.GoFloat32},
		{Name: "n", Type: program.GoInt8, Shape: []int{2}},
		{Name: "scale", Type: program.GoUint64, Uniform: true},
	}, fn.Params())
	require.Equal(t, []lockstep.Field{
		{Name: "sum.X", Type: program.GoFloat32},
		{Name: "sum.Y", Type: program.GoFloat32},
		{Name: "ok", Type: program.GoBool},
	}, fn.Results())

	res, err := fn.Run(ctx, lockstep.Inputs{"v.X": []float32{1, 2}, "v.Y": []float32{0}, "n": []int8{1, 2, 3, 4}},
		lockstep.WithUniform("scale", uint(10)))
	require.NoError(t, err)
	require.Equal(t, []float32{2, 5}, res.Float32("sum.X"))
	require.Equal(t, []float32{20, 40}, res.Float32("sum.Y"))
	require.Equal(t, []bool{true, true}, res.Bool("ok"))
}

func TestRunErrors(t *testing.T) {
	fn := lockstep.MustCompile(source, "Ratio")
	for _, tc := range []struct {
		name string
		in   lockstep.Inputs
		want string
	}{
		{"missing", lockstep.Inputs{"a": []int{1}}, "no column for b"},
		{"one value", lockstep.Inputs{"a": []int{1}, "b": 2},
			"column b: int is not a slice with a value for each lane; []int{2} is one value for all lanes"},
		{"unknown", lockstep.Inputs{"a": []int{1}, "b": []int{1}, "c": []int{1}},
			"no parameter c; the parameters are a, b"},
		{"type", lockstep.Inputs{"a": []int{1}, "b": []float64{1}}, "input b is []int64, got []float64"},
		{"no column", lockstep.Inputs{"a": []int{1}, "b": 7}, "column b: int is not a slice"},
		{"lengths", lockstep.Inputs{"a": []int{1, 2}, "b": []int{1, 2, 3}}, "column b has 3 lanes, but a has 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := fn.Run(ctx, tc.in)
			require.ErrorContains(t, err, tc.want)
		})
	}
	_, err := fn.Run(ctx, lockstep.Inputs{"a": []int{1}, "b": []int{1}}, lockstep.WithUniform("a", 1))
	require.EqualError(t, err, `lockstep: each lane brings its own a: compile the function with Uniform("a") to give `+
		"one value with WithUniform, or give a column of one value")

	uniform := lockstep.MustCompile(source, "Scale", lockstep.Uniform("by"))
	_, err = uniform.Run(ctx, lockstep.Inputs{"x": []float64{1}})
	require.ErrorContains(t, err, "uniform by of Scale has no value")
	_, err = uniform.Run(ctx, lockstep.Inputs{"x": []float64{1}}, lockstep.WithUniform("by", "text"))
	require.ErrorContains(t, err, "string is neither a number")
	_, err = uniform.Run(ctx, lockstep.Inputs{"x": []float64{1}, "by": []float64{1}})
	require.ErrorContains(t, err, "by is uniform; give it with WithUniform")
}

func TestResult(t *testing.T) {
	fn := lockstep.MustCompile(source, "Ratio")
	var last atomic.Int64
	res, err := fn.Run(ctx, lockstep.Inputs{"a": []int{8, 8, 8}, "b": []int{2, 0, 0}},
		lockstep.Progress(func(done, total int) { last.Store(int64(done*10 + total)) }))
	require.NoError(t, err)
	require.EqualValues(t, 33, last.Load(), "three of three")
	require.Equal(t, []bool{true, false, false}, []bool{res.Finished(0), res.Finished(1), res.Finished(2)})
	require.ErrorContains(t, res.Err(), "lane 1: integer divide by zero at (source):17:37 (and 1 more)")
	var fault *lockstep.Fault
	require.ErrorAs(t, res.Err(), &fault)
	require.Equal(t, res.Faults[0], *fault)
	require.Equal(t, lockstep.Column[int](res, "r0"), []int{4, 0, 0})
	require.PanicsWithValue(t, "lockstep: there is no result x; the results are r0", func() { res.Column("x") })
	require.PanicsWithValue(t, "lockstep: result r0 is []int64, not []float64", func() { res.Float64("r0") })

	res, err = fn.Run(ctx, lockstep.Inputs{"a": []int{8}, "b": []int{2}})
	require.NoError(t, err)
	require.NoError(t, res.Err())
}

func TestTimeout(t *testing.T) {
	fn := lockstep.MustCompile("package p\n\nfunc F(n int) int {\n\tfor n != 0 {\n\t\tn += 2\n\t}\n\treturn n\n}\n",
		"F")
	res, err := fn.Run(ctx, lockstep.Inputs{"n": []int{0, 1, -2}}, lockstep.Timeout(50*time.Millisecond))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.True(t, res.Finished(0))
	require.False(t, res.Finished(1))
	require.True(t, res.Finished(2))
}

func TestMustCompilePanicsWithEveryProblem(t *testing.T) {
	defer func() {
		msg := recover().(string)
		require.Contains(t, msg, "(source):3:10")
		require.Contains(t, msg, "(source):3:29")
	}()
	lockstep.MustCompile("package p\n\nfunc F(m map[int]int) int { go F(m); return 0 }\n", "F")
}

func TestStages(t *testing.T) {
	stages, err := lockstep.MustCompile(source, "Steps").Stages()
	require.NoError(t, err)
	require.Equal(t, "source", stages[0].Name)
	require.Equal(t, program.Lowered, stages[len(stages)-1].Program.Dialect)
	for _, s := range stages {
		require.NoError(t, program.Verify(s.Program), s.Name)
	}
}

// A uniform of a narrow type is given in that type, scalar or array, and the
// function sees no value outside of it.
func TestNarrowUniform(t *testing.T) {
	fn := lockstep.MustCompile(`package p
func F(x int, by int8, w [2]uint8) int { return x*int(by) + int(w[x&1]) }`, "F", lockstep.Uniform("by", "w"))
	for _, by := range []any{int8(-3), []int8{-3}, int32(-3), int32(253)} {
		res, err := fn.Run(context.Background(), lockstep.Inputs{"x": []int{1, 2}},
			lockstep.WithUniform("by", by), lockstep.WithUniform("w", []uint8{7, 255}))
		require.NoError(t, err)
		require.Equal(t, []int64{252, 1}, res.Int64("r0"))
	}
}

// With little memory for deep stacks lanes wait for each other, and every result
// is there.
func TestStackBytes(t *testing.T) {
	fn := lockstep.MustCompile(`package p
func Sum(n, k int) int {
	if n == 0 {
		return k
	}
	return Sum(n-1, k*3)*n ^ k
}`, "Sum")
	in := make([]int, 50)
	for i := range in {
		in[i] = 100 + i
	}
	machine := lockstep.Engine(lockstep.EngineOff)
	wide, err := fn.Run(context.Background(), lockstep.Inputs{"n": in, "k": in}, machine)
	require.NoError(t, err)
	require.Zero(t, wide.Stats.Parked)
	tight, err := fn.Run(context.Background(), lockstep.Inputs{"n": in, "k": in}, machine, lockstep.StackBytes(1<<10))
	require.NoError(t, err)
	require.Positive(t, tight.Stats.Parked)
	require.Equal(t, wide.Int64("r0"), tight.Int64("r0"))
}
