package lockstep_test

import (
	"context"
	_ "embed"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/simd"
)

//go:embed gomath_functions_test.go
var goMathSource string

// TestGoMathIsGos: a batch has the bits of the compiled function, with
// every engine and set of kernels, and also where functions are computed one lane at a time.
func TestGoMathIsGos(t *testing.T) {
	inputs := newMathInputs(3000)
	run := func(t *testing.T) {
		for name, f := range map[string]any{
			"Exponentials": Exponentials, "Angles": Angles, "Hyperbolas": Hyperbolas, "Special": Special,
			"Bessel": Bessel, "Orders": Orders, "Powers": Powers, "Narrow": Narrow, "Series": Series,
		} {
			fn, err := lockstep.Compile(goMathSource, name)
			require.NoError(t, err)
			engines := fn.Engines()
			if slices.Contains(engines, lockstep.EngineLanes) && !slices.Contains(engines, lockstep.EngineBlocks) {
				engines = append(engines, lockstep.EngineBlocks)
			}
			for _, mode := range engines {
				inputs.require(t, fn, f, mode)
			}
		}
	}
	for _, impl := range simd.Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := simd.UpTo(impl.Name)
			defer undo()
			if !ok {
				t.Skip("this processor cannot run them")
			}
			run(t)
		})
	}
	t.Run("doubted", func(t *testing.T) {
		for _, name := range []string{"go_exp.f64", "go_sin.f64", "j0.f64", "jn.f64", "go_atan.f64"} {
			defer simd.Doubt(name)()
		}
		run(t)
	})
}

// mathInputs are columns of arguments by type: of any bits, and of the size that programs
// have.
type mathInputs struct {
	floats [2][]float64
	narrow [2][]float32
	ints   []int
}

func newMathInputs(n int) *mathInputs {
	rng := rand.New(rand.NewPCG(1, 2))
	in := &mathInputs{}
	for i := range n {
		for k := range in.floats {
			x := math.Float64frombits(rng.Uint64())
			if i%4 > 0 {
				x = []float64{2, 20, 300}[i%4-1] * (rng.Float64() - 0.4)
			}
			in.floats[k] = append(in.floats[k], x)
			in.narrow[k] = append(in.narrow[k], float32(x))
		}
		in.ints = append(in.ints, int(rng.Uint64()))
	}
	return in
}

// sameNumber compares two numbers to the bit; NaN are all the same.
func sameNumber(a, b reflect.Value) bool {
	if !a.CanFloat() {
		return a.Int() == b.Int()
	}
	x, y := a.Float(), b.Float()
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

// require compares a batch with the function.
func (m *mathInputs) require(t *testing.T, fn *lockstep.Func, f any, mode lockstep.EngineMode) {
	t.Helper()
	inGo := reflect.ValueOf(f)
	in, columns, floats := lockstep.Inputs{}, []reflect.Value{}, 0
	for i := range inGo.Type().NumIn() {
		var column any
		switch inGo.Type().In(i).Kind() {
		case reflect.Float64:
			column = m.floats[floats]
			floats++
		case reflect.Float32:
			column = m.narrow[floats]
			floats++
		default:
			column = m.ints
		}
		in[fn.Params()[i].Name] = column
		columns = append(columns, reflect.ValueOf(column))
	}
	res, err := fn.Run(context.Background(), in, lockstep.Engine(mode))
	require.NoError(t, err, "%s", mode)
	require.Empty(t, res.Faults)
	results := []reflect.Value{}
	for _, r := range fn.Results() {
		results = append(results, reflect.ValueOf(res.Column(r.Name)))
	}
	for lane := range m.ints {
		var args []reflect.Value
		for _, c := range columns {
			args = append(args, c.Index(lane))
		}
		for i, want := range inGo.Call(args) {
			got := results[i].Index(lane)
			if !sameNumber(got, want) {
				require.Failf(t, "differs", "%s, engine %s: %v: result %d is %v, want %v", fn.Source().Name, mode,
					args, i, got, want)
			}
		}
	}
}
