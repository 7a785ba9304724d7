package asmgen_test

import (
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/asmgen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestLibrary translates every function of packages libm and gomath, which proves that
// they keep to the subset, and compares the code with the function that Go
// compiled, bit for bit: for targets that have all instructions and that have
// few, and whether or not other lanes need a region.
func TestLibrary(t *testing.T) {
	t.Run("libm", func(t *testing.T) { testLibrary(t, "../../libm", libmFunctions) })
}

// TestLoops is TestLibrary for the functions of loops_test.go.
func TestLoops(t *testing.T) {
	text, err := os.ReadFile("loops_test.go")
	require.NoError(t, err)
	l, err := asmgen.ParseLibrary(fstest.MapFS{"loops.go": {Data: text}})
	require.NoError(t, err)
	functions := map[string]any{"Steps": Steps, "Power": Power, "Swap": Swap, "Nested": Nested, "Pressure": Pressure}
	require.Len(t, l.Exported(), len(functions))
	for _, name := range l.Exported() {
		code, err := l.Translate(name, name, everything)
		require.NoError(t, err)
		compareCode(t, reflect.ValueOf(functions[name]), code)
		again, _ := l.Translate(name, name, everything)
		b := codegen.NewBuilder(name, everything)
		result, _ := b.Inline(again, b.Param(again.Types[0]), b.Param(again.Types[1]))
		b.F.Result = result
		b.Finish()
		compareCode(t, reflect.ValueOf(functions[name]), &b.F)
	}
}

func testLibrary(t *testing.T, dir string, functions map[string]any) {
	l, err := asmgen.ParseLibrary(os.DirFS(dir))
	require.NoError(t, err)
	require.Len(t, l.Exported(), len(functions), "stale; run go test ./internal/opgen -generate")
	for _, name := range l.Exported() {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, functions, name, "stale; run go test ./internal/opgen -generate")
			f := reflect.ValueOf(functions[name])
			for _, has := range []func(string) bool{everything, nothing} {
				code, err := l.Translate(name, name, has)
				require.NoError(t, err)
				compareCode(t, f, code)
			}
		})
	}
}

// compareCode compares a function with its code.
func compareCode(t *testing.T, f reflect.Value, code *codegen.Func) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var lists [][]uint64
	for i := range f.Type().NumIn() {
		lists = append(lists, arguments(rng, f.Type().In(i).Kind(), 400))
	}
	n := len(lists[0])
	for i := range n * len(lists) {
		var bits []uint64
		var in []reflect.Value
		for p, list := range lists {
			j := i % n
			if p > 0 { // each edge meets many of the others
				j = (i/n*17 + i*31) % len(list)
			}
			bits = append(bits, list[j])
			in = append(in, fromBits(list[j], f.Type().In(p)))
		}
		want := toBits(f.Call(in)[0])
		for _, neighbours := range []bool{false, true} {
			got, _ := code.Eval(neighbours, bits...)
			if !equal(got, want, code.Types[code.Result]) {
				t.Fatalf("%s(%v): the code gives %#x, Go %#x (neighbours: %v)\n%s", code.Name, in, got, want,
					neighbours, code)
			}
		}
	}
}

// arguments returns edge cases and random numbers of a kind: of any exponent,
// and near 1.
func arguments(rng *rand.Rand, k reflect.Kind, n int) []uint64 {
	var list []uint64
	switch k {
	case reflect.Float64:
		for _, x := range []float64{0, 1, 0.5, 2, 0.75, 1e-5, 20, 709.8, 745.2, 1e6, 1e300, math.MaxFloat64,
			math.Pi / 2, 5e-324, 0x1p-1022, math.Inf(1), math.NaN()} {
			list = append(list, math.Float64bits(x), math.Float64bits(-x), math.Float64bits(math.Nextafter(x, 9)))
		}
		for range n {
			list = append(list, rng.Uint64(), math.Float64bits(rng.NormFloat64()*math.Exp2(float64(rng.IntN(12)-3))))
		}
	case reflect.Float32:
		for _, x := range []float32{0, 1, 0.5, 2, 0.75, 1e-5, 20, 88.7, 103.9, 1e6, 1e30, math.MaxFloat32, math.Pi / 2,
			1e-45, 0x1p-126, float32(math.Inf(1)), float32(math.NaN())} {
			list = append(list, uint64(math.Float32bits(x)), uint64(math.Float32bits(-x)),
				uint64(math.Float32bits(math.Nextafter32(x, 9))))
		}
		for range n {
			list = append(list, uint64(rng.Uint32()),
				uint64(math.Float32bits(float32(rng.NormFloat64()*math.Exp2(float64(rng.IntN(12)-3))))))
		}
	case reflect.Int32, reflect.Uint32:
		list = []uint64{0, 1, 2, 31, 32, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1<<32 - 2}
		for range n {
			list = append(list, uint64(rng.Uint32()>>rng.IntN(32)))
		}
	default:
		list = []uint64{0, 1, 2, 63, 64, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 2, 1 << 32}
		for range n {
			list = append(list, rng.Uint64()>>rng.IntN(64))
		}
	}
	return list
}

func fromBits(bits uint64, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(bits))
	case reflect.Float32:
		return reflect.ValueOf(math.Float32frombits(uint32(bits)))
	case reflect.Int32:
		v.SetInt(int64(int32(bits)))
	case reflect.Int64:
		v.SetInt(int64(bits))
	case reflect.Bool:
		v.SetBool(bits != 0)
	default:
		v.SetUint(bits)
	}
	return v
}

func toBits(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case reflect.Int32:
		return uint64(uint32(v.Int()))
	case reflect.Int64:
		return uint64(v.Int())
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	}
	return v.Uint()
}

// equal reports whether two results are the same bits, or both NaN.
func equal(a, b uint64, t optab.Type) bool {
	switch t {
	case optab.F64:
		return a == b || math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	case optab.F32:
		return a == b || math.IsNaN(float64(math.Float32frombits(uint32(a)))) &&
			math.IsNaN(float64(math.Float32frombits(uint32(b))))
	}
	return a == b
}

// TestEval has a fault, and what the interpreter refuses.
func TestEval(t *testing.T) {
	f := &codegen.Func{Name: "div", Fault: codegen.NoValue}
	x, y := f.NewValue(optab.F64), f.NewValue(optab.F64)
	f.Params = []codegen.Value{x, y}
	f.Result = f.Emit(optab.F64, "quo.f64", x, y)
	f.Fault = f.Emit(optab.Bool, "eq.f64", y, f.Constant(optab.F64, 0))
	got, fault := f.Eval(false, math.Float64bits(1), math.Float64bits(4))
	require.Equal(t, math.Float64bits(0.25), got)
	require.False(t, fault)
	_, fault = f.Eval(false, math.Float64bits(1), 0)
	require.True(t, fault)

	f.Result = f.Emit(optab.F64, "frobnicate.f64", x)
	require.PanicsWithValue(t, "bug: codegen: div: no meaning for frobnicate.f64", func() { f.Eval(false, 0, 0) })
	f.Code = f.Code[1:]
	require.Panics(t, func() { f.Eval(false, 0, 0) })
}
