package codegen

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// drawn returns a number from lo to hi, often near an end.
func drawn(r *rand.Rand, lo, hi int64) int64 {
	width := uint64(hi) - uint64(lo)
	by := uint64(r.IntN(3))
	if r.IntN(2) == 0 && width < math.MaxUint64 {
		by = r.Uint64N(width + 1)
	}
	by = min(by, width)
	if r.IntN(2) == 0 {
		return int64(uint64(hi) - by)
	}
	return int64(uint64(lo) + by)
}

// shortBounds are bounds at which code changes, and of few numbers.
var shortBounds = []Bounds{
	{0, 99}, {-7, 9}, {0, math.MaxInt32}, {math.MinInt32, math.MaxInt32}, {0, math.MaxUint32},
	{-exact, exact - 1}, {0, exact - 1}, {0, math.MaxInt64},
}

// wholes are the bounds of all numbers of a type, or of those that are tried.
var wholes = map[optab.Type]Bounds{
	optab.I32: {math.MinInt32, math.MaxInt32}, optab.U32: {0, math.MaxUint32},
	optab.I64: {math.MinInt64, math.MaxInt64}, optab.U64: {0, math.MaxInt64}, optab.F64: {math.MinInt64, math.MaxInt64},
}

// Short code gives what the row does, for operands within the bounds.
func TestShort(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	types := []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64, optab.F64}
	made := map[string]int{}
	rows := strings.Fields("mul div rem convert_f64 convert_f32 convert_i64 convert_u64 shr min max lt le gt ge")
	for range 40_000 {
		name, in := rows[r.IntN(len(rows))], shortBounds[r.IntN(len(shortBounds))]
		target, typ := []Target{AVX2, AVX512, NEON}[r.IntN(3)], types[r.IntN(len(types))]
		row := optab.Lookup(name)
		if typ.IsFloat() != (name == "convert_i64" || name == "convert_u64") {
			continue
		}
		if whole := wholes[typ]; !in.within(whole.Lo, whole.Hi) {
			continue
		}
		signature, _, _ := row.Signature()
		b := NewBuilder("short", target.Has)
		number := func() uint64 {
			n := drawn(r, in.Lo, in.Hi)
			if typ.IsFloat() {
				return math.Float64bits(float64(n) + r.Float64()/2)
			}
			return uint64(n) & WidthMask(typ)
		}
		var args []Value
		var numbers []uint64
		constant := -1
		if len(signature) > 1 && r.IntN(2) == 0 {
			constant = len(signature) - 1 - r.IntN(4)/3
		}
		for i, c := range signature {
			numbers = append(numbers, number())
			if i != constant {
				args = append(args, b.Param(c.Of(typ)))
				continue
			}
			if numbers[i] = r.Uint64() >> r.IntN(64); r.IntN(4) == 0 {
				numbers[i] = ^numbers[i] // which is next to nothing, and the largest of unsigned numbers
			}
			numbers[i] &= WidthMask(typ)
			args = append(args, b.Constant(c.Of(typ), numbers[i]))
		}
		if (name == "div" || name == "rem") && numbers[1] == 0 {
			continue
		}
		if name == "shr" {
			numbers[1] &= 127
		}
		v, ok := b.Short(name, typ, args, in)
		if !ok {
			continue
		}
		made[name+"."+typ.String()]++
		b.F.Result = v
		b.Finish()
		given := numbers
		if constant >= 0 {
			if name == "shr" {
				continue
			}
			given = slices.Delete(slices.Clone(numbers), constant, constant+1)
		}
		have, _ := Expand(&b.F, target).Eval(false, given...)
		want, _ := Expand(Row(row, typ), AVX512).Eval(false, numbers...)
		require.Equal(t, want, have, "%s.%v of %v within %v for %s: %v", name, typ, numbers, in, target.Name(),
			b.F.Code)
	}
	require.Len(t, made, 27, "%v", made)
}

// Quotients by constants are those of any numbers.
func TestDivideBy(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, typ := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64} {
		for i := range 6_000 {
			by := (r.Uint64()>>r.IntN(64) + uint64(r.IntN(3)) - 1) & WidthMask(typ)
			if i < 300 {
				by = uint64(i-150) & WidthMask(typ)
			}
			if by == 0 {
				continue
			}
			x := r.Uint64() >> r.IntN(64)
			if r.IntN(2) == 0 { // next to a multiple
				x = by*(r.Uint64()>>r.IntN(64)) + uint64(r.IntN(3)) - 1
			}
			x &= WidthMask(typ)
			for _, name := range []string{"div", "rem"} {
				want, _ := Expand(Row(optab.Lookup(name), typ), AVX512).Eval(true, x, by)
				in := Bounds{}
				if i%3 == 0 && x <= math.MaxInt32 { // where it is known to be no more
					in.Hi = min(math.MaxInt32, int64(x)+int64(r.Uint64()>>(33+r.IntN(30))))
				}
				f := Expand(DivideBy(typ, by, name == "rem", i%2 == 0, in), AVX512)
				have, _ := f.Eval(r.IntN(2) == 0, x)
				require.Equal(t, want, have, "%s.%v of %d, at most %d, by %d", name, typ, x, in.Hi, by)
			}
		}
	}
}
