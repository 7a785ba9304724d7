package codegen

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/golden"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// sample is a kernel that shows most of what kernels have: a bitmap, a constant
// used by every instance, a region, a fault.
//
//	if !c { x = 0.5*x + y }
//	fault where x is NaN
func sample() *Func {
	f := &Func{Name: "sample.f64"}
	c, x, y := f.NewValue(optab.Bool), f.NewValue(optab.F64), f.NewValue(optab.F64)
	f.Params = []Value{c, x, y}
	half := f.Constant(optab.F64, optab.F64.FloatBits(0.5))
	f.Fault = f.Emit(optab.Bool, "ne.f64", x, x)
	rare := f.Emit(optab.Bool, "not.bool", c)
	f.Result = f.rarely(rare, x, func() Value { return f.f64("fma", half, x, y) })
	return f
}

// TestKernelText compares the text of a small kernel with a golden file for each
// target. Run with -update after a change, and read the difference.
func TestKernelText(t *testing.T) {
	for _, target := range []Target{AVX2, AVX512} {
		t.Run(target.Name(), func(t *testing.T) {
			file, err := Kernels(target, Group{Name: "sample"}, []*Func{sample()}, "// Golden file of TestKernelText.")
			require.NoError(t, err)
			golden.Text(t, filepath.Join("testdata", "kernel_"+target.Name()+".s"), string(file.Asm))
		})
	}
}

// TestKernelsLeavesOut: a Func that a target has no code for is not an error.
func TestKernelsLeavesOut(t *testing.T) {
	odd := &Func{Name: "odd.f64", Fault: NoValue}
	x := odd.NewValue(optab.F64)
	odd.Params = []Value{x}
	odd.Result = odd.f64("no such row", x)
	file, err := Kernels(AVX512, Group{Name: "sample"}, []*Func{odd, sample()}, "// x")
	require.NoError(t, err)
	require.Equal(t, []string{"sample.f64"}, file.Names)
}

// TestKernelsShareCode: Funcs with the same code have one text and all their
// names.
func TestKernelsShareCode(t *testing.T) {
	file, err := Kernels(AVX2, Group{Name: "sample"}, []*Func{
		Row(optab.Lookup("add"), optab.I64), Row(optab.Lookup("add"), optab.U64), Row(optab.Lookup("reduce_add"),
			optab.I64),
	}, "// x")
	require.NoError(t, err)
	require.Equal(t, []string{"add.i64", "add.u64", "reduce_add.i64"}, file.Names)
	require.Equal(t, 1+1, strings.Count(string(file.Asm), "TEXT "), "one kernel, and the table's accessor")
}

// TestExpand: the expansion of a 64-bit product has the same value as the
// product, and no op that the target lacks.
func TestExpand(t *testing.T) {
	f := expand(Row(optab.Lookup("mul"), optab.I64), AVX2)
	require.Greater(t, len(f.Code), 5)
	for _, in := range f.Code {
		require.True(t, in.Op == Const || AVX2.Has(in.Op), in.Op)
	}
	require.Len(t, expand(Row(optab.Lookup("mul"), optab.I64), AVX512).Code, 1)
}
