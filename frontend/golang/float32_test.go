package golang

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/libm"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

func compileLines(t *testing.T, opts Options, body string) *program.Program {
	t.Helper()
	p, err := Compile([]File{{Name: "f.go", Text: "package f\n\nimport \"math\"\n\n" + body}}, "F", opts)
	require.NoError(t, err)
	return p
}

// TestMathRows checks for every function of package math which operation it
// becomes: its twin, with OurMath libm's, and between conversions from and to
// float32 the float32 operation.
func TestMathRows(t *testing.T) {
	for name, row := range mathRows {
		op := optab.Lookup(row)
		require.NotNil(t, op, name)
		classes, out, _ := op.Signature()
		if row == "bitcast_u64" || out.Of(program.F64) != program.F64 || len(classes) == 3 ||
			classes[len(classes)-1].Of(program.F64) != program.F64 {
			continue
		}
		params, args, wide := "x float64", "x", "float64(x)"
		if len(classes) == 2 {
			params, args, wide = "x, y float64", "x, y", "float64(x), float64(y)"
		}
		source := "func F(" + params + ") float64 { return math." + name + "(" + args + ") }"
		require.Contains(t, compileLines(t, Options{OurMath: true}, source).String(), " "+row+".f64 ")
		twin := row
		if op.Libm != "" && op.Exact == optab.ULP1 {
			twin = "go_" + row
		}
		require.Contains(t, compileLines(t, Options{}, source).String(), " "+twin+".f64 ")

		narrow := "func F(" + strings.Replace(params, "64", "32", 1) + ") float32 { return float32(math." + name + "(" +
			wide + ")) }"
		ours, gos := compileLines(t, Options{OurMath: true}, narrow).String(),
			compileLines(t, Options{}, narrow).String()
		if twin != row || sameInFloat32[row] {
			require.Contains(t, ours, " "+row+".f32 ")
			require.NotContains(t, ours, "f64")
		} else {
			require.Contains(t, ours, " "+row+".f64 ")
		}
		if sameInFloat32[row] {
			require.Contains(t, gos, " "+row+".f32 ")
		} else {
			require.Contains(t, gos, " "+twin+".f64 ")
		}
	}
}

// TestInFloat32 has the forms around a function of ours that do and do not make it a
// float32 operation.
func TestInFloat32(t *testing.T) {
	for _, tt := range []struct{ source, has, hasNot string }{
		{"func F(x float32) float32 { y := math.Exp(float64(x)); return float32(y) }", "exp.f32", "exp.f64"},
		{"func F(x float32) float32 { y := math.Exp(float64(x)); return float32(y) - float32(y*y) }", "exp.f32", ""},
		{"func F(x float32) float32 { return float32(math.Exp(float64(x) * 2)) }", "exp.f64", "exp.f32"},
		{"func F(x float32) float64 { return math.Exp(float64(x)) }", "exp.f64", "exp.f32"},
		{"func F(x float64) float32 { return float32(math.Exp(x)) }", "exp.f64", "exp.f32"},
		{"func F(x float32) float32 { return float32(math.Max(float64(x), 0.5)) }", "fmax.f32", "f64"},
		{"func F(x float32) float32 { return float32(math.Max(float64(x), 0.1)) }", "fmax.f64", "fmax.f32"},
		{"func F(x float32) float32 { s, c := math.Sincos(float64(x)); return float32(s) + float32(c) }",
			"sincos_cos.f32", "f64"},
		{"func F(x float32) float32 { return float32(math.Mod(float64(x), 2)) }", "mod.f64", "mod.f32"},
	} {
		p := compileLines(t, Options{OurMath: true}, tt.source).String()
		require.Contains(t, p, " "+tt.has+" ", tt.source)
		if tt.hasNot != "" {
			require.NotContains(t, p, tt.hasNot, tt.source)
		}
	}
}

// TestMathIsWhose runs a program both ways: with OurMath its exp is libm's,
// without it package math's.
func TestMathIsWhose(t *testing.T) {
	const wide, narrow = "func F(x float64) float64 { return math.Exp(x) }", "func F(x float32) float32 { return " +
		"float32(math.Exp(float64(x))) }"
	ours, gos := oracle(t, program.F64, compileLines(t, Options{OurMath: true}, wide)),
		oracle(t, program.F64, compileLines(t, Options{}, wide))
	ours32, gos32 := oracle(t, program.F32, compileLines(t, Options{OurMath: true}, narrow)),
		oracle(t, program.F32, compileLines(t, Options{}, narrow))
	for i := range 2000 {
		x := float64(i-1000) * 0.0789
		bits := math.Float64bits(x)
		require.Equal(t, math.Float64bits(libm.Exp(x)), ours(bits), x)
		require.Equal(t, math.Float64bits(math.Exp(x)), gos(bits), x)
		y := float32(x)
		bits = uint64(math.Float32bits(y))
		require.Equal(t, uint64(math.Float32bits(libm.ExpF32(y))), ours32(bits), y)
		require.Equal(t, uint64(math.Float32bits(float32(math.Exp(float64(y))))), gos32(bits), y)
	}
}

// oracle returns the function of bits that a program of one input computes.
func oracle(t *testing.T, d program.Dtype, p *program.Program) func(uint64) uint64 {
	o, err := interp.New(p)
	require.NoError(t, err)
	return func(bits uint64) uint64 {
		out, fault, err := o.Run([]interp.Value{interp.Scalar(d, bits)})
		require.NoError(t, err)
		require.Nil(t, fault)
		return out[0].Bits[0]
	}
}
