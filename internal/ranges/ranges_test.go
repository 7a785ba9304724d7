package ranges_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

func TestRange(t *testing.T) {
	for _, c := range []struct {
		have ranges.Range
		want string
	}{
		{ranges.Of(7), "7"},
		{ranges.Between(0, 7), "0..7"},
		{ranges.Between(3, 2), "nothing"},
		{ranges.All(program.I64), ".."},
		{ranges.Of(2).Join(ranges.Of(8)), "2..8 by 6"},
		{ranges.Of(2).Join(ranges.Of(8)).Join(ranges.Of(6)), "2..8 by 2"},
		{ranges.Of(0).Join(ranges.Of(30)).Meet(ranges.Between(1, 90)), "30"},
		{ranges.Of(1).Join(ranges.Of(7)).Join(ranges.Of(4)).Meet(ranges.Between(2, 6)), "4"},
		{ranges.Of(math.MinInt64).Join(ranges.Of(math.MaxInt64)), ".."},
		{ranges.OfBits(program.I32, 0xffffffff), "-1"},
		{ranges.OfBits(program.U32, 0xffffffff), "4294967295"},
	} {
		require.Equal(t, c.want, c.have.String())
	}
	require.Equal(t, int64(3), ranges.Of(2).Join(ranges.Of(8)).Join(ranges.Of(5)).Len())
	require.Equal(t, int64(math.MaxInt64), ranges.All(program.I64).Len())
}

// The steps of pairs: an even index that is below a length has a neighbour.
func TestSteps(t *testing.T) {
	add, _ := program.ParseOpcode("add.i64")
	lt, _ := program.ParseOpcode("lt.i64")
	i := ranges.Of(0).Join(ranges.Of(2)).Join(ranges.Result(add, ranges.Of(2), ranges.Between(0, 0)))
	i = i.Join(ranges.Of(100))
	i, _ = ranges.Assume(lt, true, i, ranges.Of(8))
	require.Equal(t, "0..6 by 2", i.String())
	require.Equal(t, "1..7 by 2", ranges.Result(add, i, ranges.Of(1)).String())
}

// number returns a number of a type that is likely to be an edge of something.
func number(r *rand.Rand, t program.Dtype) int64 {
	all := ranges.All(t)
	var n int64
	switch r.IntN(4) {
	case 0:
		n = r.Int64N(20) - 6
	case 1:
		n = all.Lo + r.Int64N(3)
	case 2:
		n = all.Hi - r.Int64N(3)
	default:
		n = int64(r.Uint64() >> r.IntN(64))
	}
	return ranges.OfBits(t, uint64(n)).Lo
}

// some returns a range, and numbers in it.
func some(r *rand.Rand, t program.Dtype) (ranges.Range, []int64) {
	in := ranges.Of(number(r, t))
	if r.IntN(4) > 0 {
		for range r.IntN(3) {
			near := in.Lo + int64(r.IntN(9)*(1+r.IntN(3)))
			in = in.Join(ranges.OfBits(t, uint64(near)))
		}
	}
	if r.IntN(4) == 0 {
		in = in.Join(ranges.Of(number(r, t)))
	}
	step := max(in.Step, 1)
	list := []int64{in.Lo, in.Hi}
	for range 4 {
		k := r.Uint64()
		if most := (uint64(in.Hi) - uint64(in.Lo)) / uint64(step); most < math.MaxUint64 {
			k %= most + 1
		}
		list = append(list, int64(uint64(in.Lo)+k*uint64(step)))
	}
	return in, list
}

// What operations give, and what comparisons leave, is what the ranges say.
func TestAgainstScalars(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	followed := 0
	for _, op := range program.Opcodes() {
		info := op.Info()
		integers := info.Row.Form == optab.Elementwise && op.HasScalar() && !info.Out.IsFloat() && len(info.In) > 0
		for _, d := range info.In {
			integers = integers && !d.IsFloat()
		}
		if !integers {
			continue
		}
		for range 600 {
			in, values := make([]ranges.Range, len(info.In)), make([][]int64, len(info.In))
			for i, d := range info.In {
				in[i], values[i] = some(r, d)
				for _, n := range values[i] {
					require.True(t, in[i].Has(n), "%v %d", in[i], n)
				}
			}
			got := ranges.Result(op, in...)
			if got != ranges.All(info.Out) {
				followed++
			}
			for range 12 {
				var x [3]uint64
				var n [3]int64
				for i := range in {
					n[i] = values[i][r.IntN(len(values[i]))]
					x[i] = uint64(n[i])
					if info.In[i].Bits() == 32 {
						x[i] = uint64(uint32(x[i]))
					}
				}
				bits, fault := op.Scalar(x[0], x[1], x[2])
				if fault != optab.NoFault {
					require.True(t, ranges.CanFault(op, in...), "%s %v of %v", op, n, in)
					continue
				}
				y := ranges.OfBits(info.Out, bits).Lo
				require.True(t, got.Has(y), "%s %v of %v is %d, not %v", op, n, in, y, got)
				if info.Out != program.Bool || len(in) != 2 {
					continue
				}
				a, b := ranges.Assume(op, bits != 0, in[0], in[1])
				require.True(t, a.Has(n[0]) && b.Has(n[1]), "%s %v of %v is %d, not %v, %v", op, n, in, bits, a, b)
				if holds, ok := ranges.Decided(op, in[0], in[1]); ok {
					require.Equal(t, bits != 0, holds, "%s %v of %v", op, n, in)
				}
			}
		}
	}
	require.Greater(t, followed, 10_000)
	t.Log("results that were narrower than their type:", followed)
}

// Joining and meeting lose nothing.
func TestLattice(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		a, x := some(r, program.I64)
		b, y := some(r, program.I64)
		both, common := a.Join(b), a.Meet(b)
		for _, n := range append(x, y...) {
			require.True(t, both.Has(n), "%v join %v is %v without %d", a, b, both, n)
			require.True(t, !a.Has(n) || !b.Has(n) || common.Has(n), "%v meet %v is %v without %d", a, b, common, n)
		}
		require.Equal(t, both, b.Join(a))
		require.True(t, a.IsIn(both) && b.IsIn(both))
	}
}
