package optab_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

func TestTable(t *testing.T) {
	require.Empty(t, optab.Validate(optab.Table))
}

// TestValidate breaks a good row in one way at a time.
func TestValidate(t *testing.T) {
	good := optab.Op{Name: "div", Doc: "Divides x by y.", Form: optab.Elementwise, Sig: "T T -> T", Types: "i32 i64",
		Expr: "x / y", Effect: optab.Faults, When: "y == 0", Code: optab.DivideByZero}
	require.Empty(t, optab.Validate([]optab.Op{good}))
	for _, tt := range []struct {
		name  string
		spoil func(*optab.Op)
		want  string
	}{
		{"no name", func(o *optab.Op) { o.Name = "" }, "not empty"},
		{"upper case", func(o *optab.Op) { o.Name = "Div" }, "lower case"},
		{"no doc", func(o *optab.Op) { o.Doc = "divides." }, "not a sentence"},
		{"no form", func(o *optab.Op) { o.Form = optab.InvalidForm }, "no form"},
		{"no arrow", func(o *optab.Op) { o.Sig = "T T" }, "no arrow"},
		{"unknown class", func(o *optab.Op) { o.Sig = "T i7 -> T" }, `unknown word "i7"`},
		{"no type", func(o *optab.Op) { o.Types = "" }, "ranges over no type"},
		{"unknown type", func(o *optab.Op) { o.Types = "i32 i7" }, "unknown type"},
		{"no expression", func(o *optab.Op) { o.Expr = "" }, "no expression for i32"},
		{"fault without code", func(o *optab.Op) { o.Code = optab.NoFault }, "disagree"},
		{"fault without condition", func(o *optab.Op) { o.When = "" }, "does not say when"},
		{"commutative in one operand", func(o *optab.Op) { o.Sig, o.Flags = "T -> T", optab.Commutative },
			"commutative"},
		{"a function of libm over integers", func(o *optab.Op) { o.Libm = "Div" }, "function of libm"},
		{"an identity of no operand", func(o *optab.Op) { o.Identities = "z=0:x" }, "not an identity"},
		{"an identity of no number", func(o *optab.Op) { o.Identities = "y=2:x" }, "not an identity"},
		{"contradictory flags", func(o *optab.Op) { o.Flags = optab.Involution | optab.Idempotent }, "both"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			row := good
			tt.spoil(&row)
			errs := optab.Validate([]optab.Op{row})
			require.NotEmpty(t, errs)
			require.ErrorContains(t, errs[0], tt.want)
		})
	}
	errs := optab.Validate([]optab.Op{good, good})
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "declared twice")
}

// TestLibm has what follows from a row's function in libm: its expressions, and
// a twin with package math's bits unless the results have no error.
func TestLibm(t *testing.T) {
	exp := optab.Lookup("exp")
	require.Equal(t, "libm.Exp(x)", exp.ExprFor(optab.F64))
	require.Equal(t, "libm.ExpF32(x)", exp.ExprFor(optab.F32))
	require.Equal(t, "libm.Ldexp(x, y)", optab.Lookup("ldexp").ExprFor(optab.F64))
	require.Equal(t, optab.ULP1, exp.Exact)

	twin := optab.Lookup(optab.GoTwin("exp"))
	name, ok := optab.OursOf(twin.Name)
	require.True(t, ok)
	require.Equal(t, "exp", name)
	_, ok = optab.OursOf("exp.f64")
	require.False(t, ok)
	require.Equal(t, "T(math.Exp(float64(x)))", twin.ExprFor(optab.F64))
	require.Equal(t, []optab.Type{optab.F64}, twin.TypeList())
	require.Equal(t, optab.Library, twin.Exact)
	require.Nil(t, optab.Lookup(optab.GoTwin("ldexp")), "exact either way")
	require.Nil(t, optab.Lookup(optab.GoTwin("j0")), "package math's already")
}

func TestSignature(t *testing.T) {
	in, out, variadic := optab.Lookup("index").Signature()
	require.Len(t, in, 2)
	require.Equal(t, optab.F64, in[0].Of(optab.F64))
	require.Equal(t, optab.I64, in[1].Of(optab.F64))
	require.Equal(t, optab.F64, out.Of(optab.F64))
	require.True(t, variadic)
	require.Nil(t, optab.Lookup("no such row"))
}

// TestTypes has the facts about types that every room relies on.
func TestTypes(t *testing.T) {
	for _, typ := range optab.Types() {
		require.Equal(t, typ, optab.ParseType(typ.String()))
	}
	require.Equal(t, optab.Invalid, optab.ParseType("f16"))
	require.Equal(t, 1, optab.Bool.Bits())
	require.Equal(t, 32, optab.F32.Bits())
	for _, x := range []float64{0, -1.5, math.MaxFloat32, math.Inf(1), math.Inf(-1), math.NaN()} {
		require.Equal(t, math.Float64bits(x), optab.F64.FloatBits(x))
		require.Equal(t, uint64(math.Float32bits(float32(x))), optab.F32.FloatBits(x))
		require.Equal(t, x != x, optab.F64.IsNaN(optab.F64.FloatBits(x)))
		require.Equal(t, x != x, optab.F32.IsNaN(optab.F32.FloatBits(x)))
		require.False(t, optab.I64.IsNaN(optab.F64.FloatBits(x)))
	}
	require.True(t, optab.U32.IsInt() && !optab.U32.IsSigned() && !optab.F32.IsInt() && !optab.Bool.IsInt())
	for _, c := range optab.Codes() {
		require.NotEmpty(t, c.String())
	}
}
