package asmgen_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/asmgen"
)

// prelude declares what the texts of the tests use of libm's intrinsics. Their
// bodies are not looked at: the translator knows them by name.
const prelude = `package libm

import "math"

type float interface{ float32 | float64 }

func sel[T any](c bool, a, b T) T          { return a }
func fma[T float](x, y, z T) T             { return x }
func bits64(x float64) uint64              { return 0 }
func from64(u uint64) float64              { return 0 }
func scale(x, k float64) float64           { return float64(x * from64(bits64(k) << 52)) }
func twice(x float64) (a, b float64)       { return x + x, x - x }
func cube[T float](x T) T                  { y := T(x * x); return T(y * x) }

var pair = [2]float64{1.5, 1: 0x1p-3}
var three = [3]float64{1, 2, 3}
const third, mask = 1.0 / 3, 1
var _ = math.Pi
`

// everything and nothing are what targets have.
func everything(string) bool { return true }
func nothing(string) bool    { return false }

func parse(text string) (*asmgen.Library, error) {
	return asmgen.ParseLibrary(fstest.MapFS{"source.go": {Data: []byte(text)}})
}

// TestTranslate shows what each form of the subset becomes.
func TestTranslate(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"operators", "func F(x, y float64) float64 { return float64(x*y) + x/y - -x }", `
	v2 = mul.f64 v0, v1
	v3 = quo.f64 v0, v1
	v4 = add.f64 v2, v3
	v5 = neg.f64 v0
	v6 = sub.f64 v4, v5
	return v6`},
		{"the same expression twice", "func F(x, y float64) float64 { return float64((x+y) * (y+x)) }", `
	v2 = add.f64 v0, v1
	v3 = mul.f64 v2, v2
	return v3`},
		{"casts are no instructions", "func F(x float64) float64 { return from64(uint64(int64(bits64(x))+1) &^ 3) }", `
	v3 = add.i64 v0, 1
	v4 = and.u64 v3, 0xfffffffffffffffc
	return v4`},
		{"constants are folded", "func F(x float64) float64 { c := from64(0x3ff << 52); return x + float64(c*third)}", `
	v2 = add.f64 v0, 0.3333333333333333
	return v2`},
		{"shifts", "func F(x int64, n uint64) int64 { return x<<3>>n }", `
	v3 = shl.i64 v0, 3
	v4 = shr.i64 v3, v1
	return v4`},
		{"choices", "func F(x float64) float64 { return sel(!(x < 0), 1, sel(x == x && x > -1, x, 2)) }", `
	v5 = lt.f64 v0, 0
	v6 = eq.f64 v0, v0
	v7 = gt.f64 v0, -1
	v8 = and.bool v6, v7
	v9 = select.f64 v8, v0, 2
	v10 = select.f64 v5, v9, 1
	return v10`},
		{"several results, and what is not needed", "func F(x float64) float64 { a, b := twice(x); b += 1; return a }",
			`
	v1 = add.f64 v0, v0
	return v1`},
		{"a generic function in float32", "func F(x float32) float32 { return cube(x) }", `
	v1 = mul.f32 v0, v0
	v2 = mul.f32 v0, v1
	return v2`},
		{"float32 in float64", "func F(x float32) float32 { return float32(cube(float64(x))) }", `
	v1 = convert_f64.f32 v0
	v2 = mul.f64 v1, v1
	v3 = mul.f64 v1, v2
	v4 = convert_f32.f64 v3
	return v4`},
		{"tables", "func F(x float64) float64 { return pair[bits64(x)>>52&1] }", `
	v3 = shr.u64 v0, 52
	v4 = and.u64 v3, 1
	v5 = lookup v4 of 2
	return v5`},
		{"scale has an instruction", "func F(x float64) float64 { return scale(x, 3) }", `
	v2 = scale v0, 3
	return v2`},
		{"fma with signs", "func F(x, y, z float64) float64 { return fma(-x, fma(y, y, -z), fma(-x, -y, z)) }", `
	v3 = fms.f64 v1, v1, v2
	v4 = fma.f64 v0, v1, v2
	v5 = fnma.f64 v0, v3, v4
	return v5`},
		{"a region", "func F(x float64) float64 { y, z := x+1, x; if y < 0 { t := y; z = t - x; y = float64(z * z) " +
			"}; return y }", `
	v3 = add.f64 v0, 1
	v4 = lt.f64 v3, 0
	v5 = copy v3
	if v4
		v6 = sub.f64 v3, v0
		v7 = mul.f64 v6, v6
		v5 = merge v4, v7
	end
	return v5`},
		{"what a region computed is not known after it",
			"func F(x float64) float64 { y := x; if x < 0 { y = x + 1 }; return y - (x + 1) }", `
	v3 = lt.f64 v0, 0
	v4 = copy v0
	if v3
		v5 = add.f64 v0, 1
		v4 = merge v3, v5
	end
	v6 = add.f64 v0, 1
	v7 = sub.f64 v4, v6
	return v7`},
		{"a loop", "func F(x float64, n int64) float64 { y := x; for n > 0 { y = float64(y * x); n-- }; return y }", `
	v4 = gt.i64 v1, 0
	v5 = copy v0
	v6 = copy v1
	if v4
		do
			v7 = gt.i64 v6, 0
			v8 = mul.f64 v0, v5
			v9 = sub.i64 v6, 1
			v10 = gt.i64 v9, 0
			v11 = and.bool v7, v10
			v5 = merge v7, v8
			v6 = merge v7, v9
		while v11
	end
	return v5`},
		{"a loop with a first round, of values that change places",
			"func F(x, y float64) float64 { for i := int64(0); i < 3; i++ { x, y = y, x }; return x - y }", `
	v5 = copy 0
	v6 = copy v0
	v7 = copy v1
	do
		v8 = lt.i64 v5, 3
		v9 = add.i64 v5, 1
		v10 = lt.i64 v9, 3
		v11 = and.bool v8, v10
		v12 = copy v7
		v13 = copy v6
		v5 = merge v8, v9
		v6 = merge v8, v12
		v7 = merge v8, v13
	while v11
	v14 = sub.f64 v6, v7
	return v14`},
		{"a loop that is not needed", "func F(x float64, n int64) float64 { y := x; for n > 0 { y = float64(y * x); " +
			"n-- }; return x }", `
	return v0`},
		{"a region that is not needed", "func F(x float64) float64 { y := x; if x < 0 { y = x + 1 }; y = 2; " +
			"return y - x }", `
	v2 = sub.f64 2, v0
	return v2`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := parse(prelude + tt.source)
			require.NoError(t, err)
			f, err := l.Translate("F", "f", everything)
			require.NoError(t, err)
			_, code, _ := strings.Cut(f.String(), "\n")
			require.Equal(t, strings.TrimPrefix(tt.want, "\n"), strings.TrimSuffix(code, "\n"))
		})
	}
}

// TestRefused has what the subset does not allow; each error names its place.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ source, want string }{
		{"func F(x, y float64) float64 { return x*y + 1 }", "source.go:19:39: write float64(x*y)"},
		{"func F(x, y float32) float32 { x *= y; return x }", "write float32(x*y)"},
		{"func F(x float64) float64 { return float64(x * x * x) }", "write float64(x*y)"},
		{"func F(x int64) int64 { return x / 3 }", "the operators are"},
		{"func F(x float64) float64 { for { x++ }; return x }", "a for has a condition"},
		{"func F(x float64) float64 { for x < 1 { x++; break }; return x }", "the statements are"},
		{"func F(x float64) float64 { if x < 1 { return 1 }; return x }", "return stands at the end"},
		{"func F(x float64) float64 { if x < 1 { x = 1 } else { x = 2 }; return x }", "neither an else"},
		{"func F(x float64) (y float64) { y = x; return }", "a return with its values"},
		{"func F(x float64) float64 { var y float64; return y }", "declare a variable with :="},
		{"func F(x float64) float64 { return math.Sqrt(x) }", "the calls are of"},
		{"func F(x float64) float64 { return F(x) }", "F calls itself"},
		{"func F(x int64) int64 { return int64(int8(x)) }", "the types are"},
		{"func F(x int64) float64 { return pair[x] }", "index a table of 2 elements by i&1"},
		{"func F(x int64) float64 { return three[x&2] }", "an array of 2ⁿ elements"},
		{"func F(x int64) int64 { pair[0] = 1; return x }", "assign to a local variable"},
		{"func F(x, n int64) int64 { return x << n }", "a variable shift count is a uint64"},
		{"func F(x float64) float64 { y := float32(x); return float64(y) + x }",
			"only a float32 argument and a float32 result are converted"},
	} {
		l, err := parse(prelude + tt.source)
		require.NoError(t, err, tt.source)
		_, err = l.Translate("F", "f", nothing)
		require.ErrorContains(t, err, tt.want, tt.source)
	}
}

// TestParse has the errors of reading a library.
func TestParse(t *testing.T) {
	_, err := parse("package libm; func F() int { return x }")
	require.ErrorContains(t, err, "undefined: x")
	_, err = asmgen.ParseLibrary(fstest.MapFS{})
	require.ErrorContains(t, err, "does not exist")
	l, err := parse(prelude)
	require.NoError(t, err)
	for name, want := range map[string]string{"G": "no function G", "cube": "generic"} {
		_, err = l.Translate(name, "f", nothing)
		require.ErrorContains(t, err, want)
	}
	_, err = l.Translate("twice", "f", nothing)
	require.ErrorContains(t, err, "2 results")
}
