package codegen

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// guarded adds code that acts in the lanes in which x is below 1/2: a value that is replaced there, a part of the
// mask, a sum that is read behind it as well, and, if asked for, a value that only those lanes read.
func guarded(b *Builder, free bool) Stretch {
	f := optab.F64
	number := func(x float64) Value { return b.Constant(f, math.Float64bits(x)) }
	x := b.Param(f)
	old := b.Emit(f, "mul.f64", x, number(3))
	mask := b.Emit(optab.Bool, "lt.f64", x, number(0.5))
	s := Stretch{From: b.Len(), Mask: mask, Free: map[Value]Value{}}
	shared := b.Emit(f, "add.f64", x, number(7))
	v := shared
	for i := range 9 {
		v = b.Emit(f, "add.f64", b.Emit(f, "mul.f64", v, x), number(float64(i)))
	}
	part := b.Emit(optab.Bool, "and.bool", mask, b.Emit(optab.Bool, "gt.f64", v, number(8)))
	w := b.Emit(f, "select.f64", mask, v, old)
	s.To = b.Len()
	result := b.Emit(f, "select.f64", part, b.Emit(f, "sub.f64", w, shared), w)
	if free {
		s.Free[v] = mask
		result = b.Emit(f, "add.f64", result, b.Emit(f, "select.f64", mask, v, x))
	}
	b.F.Result = result
	return s
}

func TestBypass(t *testing.T) {
	for _, free := range []bool{false, true} {
		plain, jumping := NewBuilder("plain", AVX512.Has), NewBuilder("jumping", AVX512.Has)
		guarded(plain, free)
		s := guarded(jumping, free)
		require.Empty(t, jumping.Bypassable([]Stretch{s}, 40), "it saves less")
		list := jumping.Bypassable([]Stretch{s, {From: s.From, To: s.To - 1, Mask: s.Mask}}, 10)
		require.Equal(t, []Stretch{s}, list, "the outermost")
		jumping.Bypass(list)
		plain.Finish()
		jumping.Finish()
		jumps, before := 0, 0
		for _, in := range jumping.F.Code {
			if in.Op == If {
				jumps++
			}
			if in.Op == "add.f64" && jumps == 0 {
				before++
			}
		}
		require.Equal(t, 1, jumps)
		require.Equal(t, 1, before, "the sum that is read behind it as well")
		rng := rand.New(rand.NewPCG(1, 2))
		for range 1000 {
			x := math.Float64bits(rng.NormFloat64())
			want, _ := plain.F.Eval(false, x)
			for _, neighbours := range []bool{false, true} {
				have, _ := jumping.F.Eval(neighbours, x)
				require.Equal(t, want, have, math.Float64frombits(x))
			}
		}
	}
}

// TestNoBypass: what code leaves behind it is to be known without it.
func TestNoBypass(t *testing.T) {
	for _, c := range []struct {
		name string
		code func(b *Builder, x, mask, other Value) Value
	}{
		{"a value that changes in other lanes", func(b *Builder, x, mask, other Value) Value {
			changed := b.Copy(x)
			b.Merge(other, changed, b.Emit(optab.F64, "neg.f64", x))
			return changed
		}},
		{"memory that is written in other lanes", func(b *Builder, x, mask, other Value) Value {
			b.Write(StoreRow, b.AddArray(Array{Type: optab.F64, Len: 1}), 0, 0, other, x)
			return x
		}},
		{"what is read behind a write", func(b *Builder, x, mask, other Value) Value {
			a := b.AddArray(Array{Type: optab.F64, Len: 1})
			b.Write(StoreRow, a, 0, 0, mask, x)
			return b.LoadRow(LoadRow, a, 0)
		}},
	} {
		b := NewBuilder(c.name, AVX512.Has)
		x, other := b.Param(optab.F64), b.Param(optab.Bool)
		mask := b.Emit(optab.Bool, "lt.f64", x, b.Constant(optab.F64, 0))
		s := Stretch{From: b.Len(), Mask: mask}
		v := c.code(b, x, mask, other)
		s.To = b.Len()
		b.F.Result = b.Emit(optab.F64, "sqrt.f64", v)
		require.Empty(t, b.Bypassable([]Stretch{s}, -10), c.name)
	}
}

// TestIsRare: lanes with a NaN, or with equal numbers, are few.
func TestIsRare(t *testing.T) {
	b := NewBuilder("rare", AVX512.Has)
	m, x, y := b.Param(optab.Bool), b.Param(optab.F64), b.Param(optab.F64)
	is := func(op string, args ...Value) Value { return b.Emit(optab.Bool, op, args...) }
	nan, same, number := is("ne.f64", x, x), is("eq.f64", x, y), is("eq.f64", x, x)
	for mask, rare := range map[Value]bool{
		m: false, nan: true, same: true, number: false, is("lt.f64", x, y): false, is("ne.f64", x, y): false,
		is("and.bool", m, nan): true, is("andnot.bool", m, number): true, is("andnot.bool", m, same): false,
		is("or.bool", nan, same): true, is("or.bool", m, same): false,
	} {
		require.Equal(t, rare, b.IsRare(mask), b.made(mask).Op)
	}
}
