package codegen

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

func TestReciprocal(t *testing.T) {
	for _, c := range []float64{1, 2, 0.5, -4, 0x1p-1022, 0x1p1022, -0x1p-1021} {
		inverse, exact := reciprocal(optab.F64, math.Float64bits(c))
		require.True(t, exact, c)
		require.Equal(t, 1/c, math.Float64frombits(inverse), c)
	}
	for _, c := range []float64{0, 3, 6, 0x1p1023, 0x1p-1023, 5e-324, math.Inf(1), math.NaN()} {
		_, exact := reciprocal(optab.F64, math.Float64bits(c))
		require.False(t, exact, c)
	}
	for _, c := range []float32{2, -0.25, 0x1p-126, 0x1p126} {
		inverse, exact := reciprocal(optab.F32, uint64(math.Float32bits(c)))
		require.True(t, exact, c)
		require.Equal(t, 1/c, math.Float32frombits(uint32(inverse)), c)
	}
	for _, c := range []float32{0, 3, 0x1p127, 0x1p-127, float32(math.Inf(-1))} {
		_, exact := reciprocal(optab.F32, uint64(math.Float32bits(c)))
		require.False(t, exact, c)
	}
}

// TestWithout: lanes that were taken away are not taken away again, and what is left without the
// others of a mask is its part.
func TestWithout(t *testing.T) {
	b := NewBuilder("masks", AVX512.Has)
	m, c, d := b.Param(optab.Bool), b.Param(optab.Bool), b.Param(optab.Bool)
	emit := func(op string, x, y Value) Value { return b.Emit(optab.Bool, op+".bool", x, y) }
	left := emit("andnot", emit("andnot", m, c), d)
	require.Equal(t, left, emit("andnot", left, c))
	require.Equal(t, left, emit("andnot", left, d))
	require.NotEqual(t, left, emit("andnot", left, m))
	then := emit("and", m, c)
	other := emit("andnot", m, then)
	require.Equal(t, then, emit("andnot", m, other))
	require.NotEqual(t, then, emit("andnot", d, other))
}

// TestLanesTakenAway: what is left of a mask without a part of it lacks that part, but not the mask.
func TestLanesTakenAway(t *testing.T) {
	b := NewBuilder("masks", AVX512.Has)
	m, c, d := b.Param(optab.Bool), b.Param(optab.Bool), b.Param(optab.Bool)
	emit := func(op string, x, y Value) Value { return b.Emit(optab.Bool, op+".bool", x, y) }
	then := emit("and", m, c)
	other, rest := emit("andnot", m, then), emit("andnot", then, emit("and", then, d))
	require.True(t, b.Without(rest, d))
	require.False(t, b.Without(rest, then))
	require.True(t, b.Among(rest, then))
	require.False(t, b.Among(rest, other))
}

// TestMasksOfMasks: each mask is made of the one before it in two ways, so that there are 2⁶⁰ ways to the first one.
func TestMasksOfMasks(t *testing.T) {
	b := NewBuilder("masks", AVX512.Has)
	m, unrelated := b.Param(optab.Bool), b.Param(optab.Bool)
	emit := func(op string, x, y Value) Value { return b.Emit(optab.Bool, op+".bool", x, y) }
	last := m
	for range 60 {
		last = emit("and", emit("andnot", last, b.Param(optab.Bool)), emit("andnot", last, b.Param(optab.Bool)))
	}
	require.True(t, b.Among(last, m))
	require.False(t, b.Among(last, unrelated))
	require.False(t, b.Without(last, unrelated))
}

// TestOrdered: the choice of one of two numbers by which is less is one instruction, of floats that are equal or not
// ordered, too.
func TestOrdered(t *testing.T) {
	minusZero := math.Copysign(0, -1)
	floats := []float64{0, minusZero, 1, -1, math.Inf(1), math.Inf(-1), math.NaN()}
	for _, row := range []string{"lt", "le", "gt", "ge", "eq"} {
		for _, typ := range []optab.Type{optab.I64, optab.U32, optab.F64} {
			for _, exchanged := range []bool{false, true} {
				b := NewBuilder("ordered", AVX512.Has)
				x, y := b.Param(typ), b.Param(typ)
				c := b.Emit(optab.Bool, row+"."+typ.String(), x, y)
				one, other := x, y
				if exchanged {
					one, other = y, x
				}
				b.F.Result = b.Emit(typ, "select."+typ.String(), c, one, other)
				b.Finish()
				short := row != "eq" && (typ.IsInt() || row != "le" && row != "ge")
				require.Equal(t, short, len(b.F.Code) == 1, "%s.%v: %v", row, typ, b.F.Code)
				plain := &Func{Types: []optab.Type{typ, typ}, Params: []Value{0, 1}, Fault: NoValue}
				holds := plain.Emit(optab.Bool, row+"."+typ.String(), 0, 1)
				plain.Result = plain.Emit(typ, "select."+typ.String(), holds, one, other)
				for _, p := range floats {
					for _, q := range floats {
						in := []uint64{math.Float64bits(p), math.Float64bits(q)}
						if typ == optab.U32 {
							in = []uint64{in[0] >> 32, in[1] >> 32}
						}
						want, _ := plain.Eval(false, in...)
						have, _ := b.F.Eval(false, in...)
						require.Equal(t, want, have, "%s.%v %v, %v", row, typ, p, q)
					}
				}
			}
		}
	}
}

// TestShiftedProduct: a product with a power of two is a shift, whichever operand is the constant.
func TestShiftedProduct(t *testing.T) {
	for _, typ := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64} {
		top := uint64(1) << (typ.Bits() - 1)
		for _, c := range []uint64{2, 8, top} {
			b := NewBuilder("product", AVX2.Has)
			x := b.Param(typ)
			v := b.Emit(typ, "mul."+typ.String(), x, b.Constant(typ, c))
			require.Equal(t, "shl."+typ.String(), b.made(v).Op)
			require.Equal(t, v, b.Emit(typ, "mul."+typ.String(), b.Constant(typ, c), x))
			got, ok := evalOp("shl."+typ.String(), typ, [3]uint64{5, uint64(bits.TrailingZeros64(c))})
			require.True(t, ok)
			require.Equal(t, 5*c&WidthMask(typ), got&WidthMask(typ))
		}
	}
}
