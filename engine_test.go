package lockstep

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/simd"
)

const engineSource = `package p

import "math"

// Root is Newton's method, with a rate that all lanes share.
func Root(x, rate float64, up bool) (r float64, rounds int) {
	r = x
	for rounds = 0; rounds < 60 && math.Abs(r*r-x) > 1e-9*x; rounds++ {
		r -= rate * (r*r - x) / (2 * r)
		if up && r > 1e6 {
			panic("far away")
		}
	}
	return r, rounds
}

func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}

func Spin(n int) int {
	for n != 0 {
		n |= 1
	}
	return n
}
`

// Machine code and the machine of package batch give the same columns, the same faults
// with their positions, and say what ran.
func TestEngine(t *testing.T) {
	if err := EngineAvailable(); err != nil {
		t.Skip(err)
	}
	const lanes = 5000
	x := make([]float64, lanes)
	for i := range x {
		x[i] = float64(i-100) * float64(i)
	}
	fn, err := Compile(engineSource, "Root", Uniform("rate", "up"))
	require.NoError(t, err)
	run := func(mode EngineMode, opts ...RunOption) *Result {
		opts = append(opts, Engine(mode), WithUniform("rate", 0.9), WithUniform("up", true))
		r, err := fn.Run(context.Background(), Inputs{"x": x}, opts...)
		require.NoError(t, err)
		return r
	}
	ended := 0
	want, got := run(EngineOff), run(EngineLanes, Workers(1), Progress(func(done, total int) {
		require.Equal(t, lanes, total)
		ended = done
	}))
	require.Equal(t, "off", want.Stats.Engine)
	require.Equal(t, "lanes", got.Stats.Engine)
	require.Equal(t, lanes, ended)
	require.NotEmpty(t, want.Faults)
	require.Less(t, len(want.Faults), lanes)
	require.Equal(t, want.Faults, got.Faults)
	require.Equal(t, want.Stats.Lanes, got.Stats.Lanes)
	require.Equal(t, want.Stats.Faults, got.Stats.Faults)
	require.Equal(t, want.Column("rounds"), got.Column("rounds"))
	for lane := range lanes {
		require.Equal(t, want.Finished(lane), got.Finished(lane), lane)
	}
	auto := run(EngineAuto) // which is the fastest is the machine's affair
	require.Contains(t, []string{"off", "lanes", "scalar"}, auto.Stats.Engine)
	require.Contains(t, auto.Stats.Why, "a lane took")
	require.Equal(t, want.Column("rounds"), auto.Column("rounds"))
	limited := run(EngineAuto, MaxSteps(1000))
	require.Equal(t, "off", limited.Stats.Engine)
	require.Contains(t, limited.Stats.Why, "MaxSteps")
	code, err := fn.MachineCode(EngineAuto)
	require.NoError(t, err)
	require.Contains(t, code, "RET")
}

// TestHostPhases: functions whose machine code has other bits than package math are Go's, in programs
// that have some.
func TestHostPhases(t *testing.T) {
	if EngineAvailable() != nil {
		t.Skip(EngineAvailable())
	}
	const lanes = 3000
	fn, err := Compile(`package p
		import "math"
		func F(x, scale float64) (s float64) {
			for i := 0; s < 2 && i < 9; i++ { s += math.Exp(-x) * math.Log(scale); x -= 0.5 }
			return s
		}`, "F", Uniform("scale"))
	require.NoError(t, err)
	defer simd.Doubt("go_exp.f64")()
	defer simd.Doubt("go_log.f64")()
	x := make([]float64, lanes)
	for i := range x {
		x[i] = float64(i) / 100
	}
	in, scale := Inputs{"x": x}, WithUniform("scale", 2.5)
	want, err := fn.Run(context.Background(), in, scale, Engine(EngineOff))
	require.NoError(t, err)
	require.Zero(t, want.Stats.Hosted)
	got, err := fn.Run(context.Background(), in, scale, Engine(EngineLanes))
	require.NoError(t, err)
	require.Equal(t, want.Float64("s"), got.Float64("s"))
	require.Equal(t, []EngineMode{EngineOff, EngineBlocks, EngineLanes}, fn.Engines())
	require.Greater(t, got.Stats.Hosted, int64(lanes))
	require.Less(t, got.Stats.HostExits, got.Stats.Hosted/3)
}

// What has no machine code runs all the same, unless it is asked for.
func TestEngineRefuses(t *testing.T) {
	const refused = "package p; func F(n int) int { var a [9000]int; a[n&3] = n; return a[n>>2&3] }"
	fn, err := Compile(refused, "F")
	require.NoError(t, err)
	in := Inputs{"n": make([]int, 100)}
	r, err := fn.Run(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, "off", r.Stats.Engine)
	require.NotEmpty(t, r.Stats.Why)
	_, err = fn.Run(context.Background(), in, Engine(EngineLanes))
	require.ErrorContains(t, err, "lockstep: engine lanes: ")
	_, err = fn.Run(context.Background(), in, Engine("fast"))
	require.EqualError(t, err, `lockstep: there is no engine "fast"; there are [auto off blocks lanes scalar]`)
	fn, err = Compile("package p; func F(n int) int { var a [900_000]int; a[n&3] = n; return a[n>>2&3] }", "F")
	require.NoError(t, err)
	require.Equal(t, EngineAvailable() == nil, slices.Contains(fn.Engines(), EngineBlocks))
	_, err = fn.MachineCode(EngineAuto)
	require.ErrorContains(t, err, "; and one lane at a time: ")
	for name, ask := range map[string]func() error{
		"MachineCode": func() error { _, err := fn.MachineCode(EngineLanes); return err },
		"Phases":      func() error { _, err := fn.Phases(); return err },
		"Executors":   func() error { _, err := fn.Executors("bogus", false); return err },
		"Storage":     func() error { _, err := fn.Storage(EngineScalar); return err },
	} {
		err := ask()
		require.Error(t, err, name)
		require.Regexp(t, "^lockstep: ", err.Error(), name)
		require.NotContains(t, err.Error(), "engine: ", name)
	}
	for _, mode := range []EngineMode{"bogus", "", EngineAuto, EngineOff, EngineLanes} {
		_, err = fn.Executors(mode, true)
		require.ErrorContains(t, err, "has no executors; blocks and uops have")
	}
	_, err = fn.Executors(EngineUops, true)
	require.NoError(t, err)
	_, err = fn.Run(context.Background(), in, Engine(EngineScalar))
	require.ErrorContains(t, err, "lockstep: engine scalar: ")
}

// Code that runs one lane at a time gives what the machine gives, faults included, and is
// taken where it is faster.
func TestEngineScalar(t *testing.T) {
	if err := EngineAvailable(); err != nil {
		t.Skip(err)
	}
	fn, err := Compile(`package p

func F(n int, x [3]int32, deep bool) (r int, y [2]uint8, ok bool) {
	if deep {
		n = 3_000_000
	}
	r = walk(n, int(x[1]))
	y[n&1] = uint8(100 / int(x[0])) + uint8(x[2])
	return r, y, r > 9
}

func walk(n, m int) int {
	if n <= 0 {
		return m
	}
	return walk(n-1, m+1) ^ n + walk(n-2-n&^15, m)
}
`, "F")
	require.NoError(t, err)
	const lanes = 20_000
	n, x, deep := make([]int, lanes), make([]int32, 3*lanes), make([]bool, lanes)
	for i := range n {
		n[i], deep[i] = i%12, i == 12_345
		copy(x[3*i:], []int32{int32(i % 100), int32(i), int32(-i)})
	}
	in := Inputs{"n": n, "x": x, "deep": deep}
	run := func(fn *Func, mode EngineMode, opts ...RunOption) *Result {
		r, err := fn.Run(context.Background(), in, append(opts, Engine(mode))...)
		require.NoError(t, err)
		return r
	}
	want := run(fn, EngineOff)
	require.Len(t, want.Faults, lanes/100+1)
	for _, mode := range []EngineMode{EngineScalar, EngineAuto, EngineAuto} {
		got := run(fn, mode)
		require.Equal(t, want.Faults, got.Faults)
		require.Equal(t, want.Stats.Lanes, got.Stats.Lanes)
		require.Equal(t, want.Stats.Faults, got.Stats.Faults)
		for _, f := range want.Columns() {
			require.Equal(t, want.Column(f.Name), got.Column(f.Name))
		}
		if mode == EngineScalar {
			require.Equal(t, "scalar", got.Stats.Engine)
		} else {
			require.Contains(t, got.Stats.Why, "a lane took")
		}
	}
	limited := run(fn, EngineAuto, MaxDepth(1<<10))
	require.Equal(t, "off", limited.Stats.Engine)
	_, err = fn.Run(context.Background(), in, Engine(EngineScalar), MaxDepth(1<<10))
	require.ErrorContains(t, err, "MaxDepth")

	fib, err := Compile(engineSource, "Fib")
	require.NoError(t, err)
	code, err := fib.MachineCode(EngineAuto)
	require.NoError(t, err)
	require.NotEmpty(t, code)
	slow := make([]int, 100)
	slow[50] = 90
	ended := 0
	r, err := fib.Run(context.Background(), Inputs{"n": slow}, Engine(EngineScalar), Workers(1),
		Timeout(200*time.Millisecond), Progress(func(done, _ int) { ended = done }))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.EqualValues(t, 50, r.Stats.Lanes)
	require.Equal(t, 50, ended)
	require.True(t, r.Finished(49))
	require.False(t, r.Finished(50))
}

// A run that is stopped has the results of the lanes that had ended.
func TestEngineTimeout(t *testing.T) {
	if err := EngineAvailable(); err != nil {
		t.Skip(err)
	}
	fn, err := Compile(engineSource, "Spin")
	require.NoError(t, err)
	n := make([]int, 3000)
	n[7] = 5
	start := time.Now()
	r, err := fn.Run(context.Background(), Inputs{"n": n}, Timeout(500*time.Millisecond), Engine(EngineLanes))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(start), 5*time.Second)
	require.EqualValues(t, len(n)-1, r.Stats.Lanes)
	require.False(t, r.Finished(7))
	require.True(t, r.Finished(8))
}

// TestMachineCodeOf: there is code to be read for each engine, with the lines of the source.
func TestMachineCodeOf(t *testing.T) {
	if EngineAvailable() != nil {
		t.Skip(EngineAvailable())
	}
	fn, err := Compile("package p\n\nfunc F(n int) int {\n\tif n < 2 {\n\t\treturn n\n\t}\n\t"+
		"return F(n-1) + F(n-2)\n}\n", "F")
	require.NoError(t, err)
	for _, mode := range []EngineMode{EngineLanes, EngineScalar, EngineBlocks} {
		code, err := fn.MachineCode(mode)
		if err != nil { // as on machines that lack it
			require.NotEmpty(t, err.Error())
			continue
		}
		require.True(t, slices.ContainsFunc(code, func(l string) bool {
			return strings.HasPrefix(l, "//") && strings.Contains(l, ":4")
		}), mode)
		require.Contains(t, code, "RET")
	}
	_, err = fn.MachineCode(EngineOff)
	require.ErrorContains(t, err, "no machine code of whole programs")
	text, err := fn.Storage(EngineScalar)
	if err == nil {
		require.Contains(t, text, "slots of the stack")
	}
}

// TestProbed: the first lanes of a run for which there is no machine code tell whether the others are worth it.
func TestProbed(t *testing.T) {
	if EngineAvailable() != nil {
		t.Skip("no machine code here")
	}
	const text = `package p
func F(n, m int) int {
	s := n / m
	for i := 0; i < n; i++ { s = s*31 ^ i }
	return s
}`
	for _, rounds := range []int{1, 5000} {
		fn := MustCompile(text, "F")
		n, m := make([]int, 1000), make([]int, 1000)
		for i := range n {
			n[i], m[i] = rounds+i%3, i%100-i/10 // 0 in some of the first lanes, and of the others
		}
		want, err := fn.Run(context.Background(), Inputs{"n": n, "m": m}, Engine(EngineOff))
		require.NoError(t, err)
		got, err := fn.Run(context.Background(), Inputs{"n": n, "m": m})
		require.NoError(t, err)
		require.Equal(t, want.Faults, got.Faults)
		require.Greater(t, len(got.Faults), 9)
		require.Less(t, got.Faults[0].Lane, 64)
		require.Equal(t, want.Int64("r0"), got.Int64("r0"))
		require.Equal(t, want.Stats.Lanes, got.Stats.Lanes)
		require.Equal(t, want.Stats.Faults, got.Stats.Faults)
		if rounds == 1 && got.Stats.Engine == "off" { // a slow machine may have lanes enough
			require.Equal(t, tooFew, got.Stats.Why)
		} else if rounds == 1 {
			require.NotEmpty(t, got.Stats.Why)
		} else {
			require.NotEqual(t, "off", got.Stats.Engine)
			require.NotEmpty(t, got.Stats.Why)
		}
	}
}

// TestTablesAtAnyIndex reads constant tables of sixteen numbers at one index, which is anything in lanes that do not
// read them.
func TestTablesAtAnyIndex(t *testing.T) {
	fn, err := Compile(`package p

var (
	t = [16]float64{1, 2, 3.5, 4, -5, 6, 7, 8, 9, 1e9, 11, 12, 13, 14, 15, -16}
	u = [16]float64{2, 3, 5, 7, 11, 13, 15: 4}
	v = [13]int{1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233}
)

func F(i int, x float64) (a float64, b int) {
	for range 6 {
		if i >= 0 && i < 13 {
			a += t[i]*x + u[i]
			b = b*3 + v[i]
		}
		i = i*7 - 3
	}
	return a, b
}`, "F")
	require.NoError(t, err)
	i, x := make([]int, 999), make([]float64, 999)
	for lane := range i {
		i[lane], x[lane] = lane%30-9, float64(lane)
		if lane%3 == 0 {
			i[lane] = lane << 52
		}
	}
	want, err := fn.Run(context.Background(), Inputs{"i": i, "x": x}, Engine(EngineOff))
	require.NoError(t, err)
	for _, e := range fn.Engines() {
		got, err := fn.Run(context.Background(), Inputs{"i": i, "x": x}, Engine(e))
		require.NoError(t, err)
		require.Equal(t, want.Column("a"), got.Column("a"), e)
		require.Equal(t, want.Column("b"), got.Column("b"), e)
	}
}
