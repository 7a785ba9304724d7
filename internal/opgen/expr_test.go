package opgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestBody shows what becomes of a row's expression, above all that no float
// operation is left for a compiler to fuse.
func TestBody(t *testing.T) {
	for _, tt := range []struct {
		name string
		row  optab.Op
		typ  optab.Type
		want string
	}{
		{"integer", optab.Op{Sig: "T T -> T", Expr: "x*y + T(1)"}, optab.I64, "return x*y + int64(1)"},
		{"float", optab.Op{Sig: "T T T -> T", Expr: "x*y + z"}, optab.F64, "return float64(float64(x*y) + z)"},
		{"parentheses", optab.Op{Sig: "T T T -> T", Expr: "(x - y) / z"}, optab.F32,
			"return float32((float32(x - y)) / z)"},
		{"call", optab.Op{Sig: "T -> T", Expr: "T(math.Sqrt(float64(x)))"}, optab.F32,
			"return float32(math.Sqrt(float64(x)))"},
		{"helper", optab.Op{Sig: "T T T -> T", Expr: "fma(x, y, z)"}, optab.F32, "return float32(fma(x, y, z))"},
		{"operand", optab.Op{Sig: "bool T T -> T", Expr: "if x { return y }; return z"}, optab.F64,
			"if x {\n\treturn y\n}\nreturn z"},
		{"float to integer", optab.Op{Sig: "T -> i64", Expr: "int64(x - 1)"}, optab.F64,
			"return int64(float64(x - 1))"},
		{"words", optab.Op{Sig: "T T -> T", BoolExpr: "x &^ y", Expr: "x"}, optab.Bool, "return x &^ y"},
		{"by type", optab.Op{Sig: "T -> T", Expr: "x", FloatExpr: "-x"}, optab.F64, "return float64(-x)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := opcode{&tt.row, tt.typ}.body()
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestBodyError(t *testing.T) {
	row := optab.Op{Name: "odd", Sig: "T -> T", Expr: "x +"}
	_, _, err := opcode{&row, optab.I64}.body()
	require.ErrorContains(t, err, "row odd")
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		row                string
		typ                optab.Type
		constant, function string
	}{
		{"copy", optab.Invalid, "Copy", "copy"},
		{"add", optab.F64, "AddF64", "addF64"},
		{"convert_i32", optab.F64, "ConvertI32F64", "convertI32F64"},
	} {
		o := opcode{optab.Lookup(tt.row), tt.typ}
		require.Equal(t, tt.constant, o.camel())
		require.Equal(t, tt.function, o.function())
	}
}

// TestLoopErrors: rows that no portable loop fits are refused, not miscompiled.
func TestLoopErrors(t *testing.T) {
	for _, tt := range []struct {
		row  optab.Op
		want string
	}{
		{optab.Op{Name: "odd", Sig: "bool T -> T", Expr: "y"}, "bool operand"},
		{optab.Op{Name: "odd", Sig: "T -> bool", Expr: "true", Effect: optab.Faults}, "bool result that faults"},
	} {
		require.ErrorContains(t, opcode{&tt.row, optab.I64}.printKernel(newPrinter("simd")), tt.want)
	}
}
