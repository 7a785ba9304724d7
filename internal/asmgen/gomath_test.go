package asmgen_test

import (
	"math"
	"os"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/asmgen"
	"github.com/lockstep-simt/lockstep/internal/gomath"
)

// mathFunctions are package math's, by the names that they have in package gomath.
var mathFunctions = map[string]any{
	"Acos": math.Acos, "Acosh": math.Acosh, "Asin": math.Asin, "Asinh": math.Asinh, "Atan": math.Atan,
	"Atan2": math.Atan2,
	"Atanh": math.Atanh, "Cbrt": math.Cbrt, "Cos": math.Cos, "Cosh": math.Cosh, "Erf": math.Erf, "Erfc": math.Erfc,
	"Erfcinv": math.Erfcinv, "Erfinv": math.Erfinv, "Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1,
	"Gamma": math.Gamma, "Hypot": math.Hypot, "J0": math.J0, "J1": math.J1, "Log": math.Log, "Log10": math.Log10,
	"Log1p": math.Log1p, "Log2": math.Log2, "Pow": math.Pow, "Sin": math.Sin, "Sinh": math.Sinh, "Tan": math.Tan,
	"Tanh": math.Tanh, "Y0": math.Y0, "Y1": math.Y1,
	"Jn": func(x float64, n int64) float64 { return math.Jn(order(n), x) },
	"Yn": func(x float64, n int64) float64 { return math.Yn(order(n), x) },
	"Lgamma": func(x float64) float64 {
		v, _ := math.Lgamma(x)
		return v
	},
	"LgammaSign": func(x float64) int64 {
		_, s := math.Lgamma(x)
		return int64(s)
	},
	"ModfInt": func(x float64) float64 {
		whole, _ := math.Modf(x)
		return whole
	},
	"ModfFrac": func(x float64) float64 {
		_, fraction := math.Modf(x)
		return fraction
	},
	"Pow10": func(n int64) float64 { return math.Pow10(int(n)) },
}

// order is what package gomath takes the order of a Bessel function for.
func order(n int64) int {
	if n < -gomath.MaxOrder || n > gomath.MaxOrder {
		return 0
	}
	return int(n)
}

// TestGomath translates every function of package gomath for the form of build that this
// is, and compares it with package math, bit for bit.
func TestGomath(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("there is no code for " + runtime.GOARCH)
	}
	l, err := asmgen.ParseLibrary(os.DirFS("../gomath"))
	require.NoError(t, err)
	require.Len(t, l.Exported(), len(mathFunctions))
	for _, name := range l.Exported() {
		t.Run(name, func(t *testing.T) {
			for _, has := range []func(string) bool{everything, nothing} {
				code, err := l.In(thisBuild()).Translate(name, name, has)
				require.NoError(t, err)
				compareCode(t, reflect.ValueOf(mathFunctions[name]), code)
			}
		})
	}
}

// thisBuild is that of this build.
func thisBuild() codegen.Build {
	return codegen.BuildOf(runtime.GOARCH, sum(1+0x1p-30, 1-0x1p-30, -1) != 0)
}

//go:noinline
func sum(x, y, z float64) float64 { return x*y + z }
