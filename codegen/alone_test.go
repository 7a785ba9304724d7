package codegen

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestAlone compares the code of all mathematical functions with that for a lane alone.
func TestAlone(t *testing.T) {
	changed, regions := 0, 0
	for _, parts := range []*libraryParts{library(), gomath[ThisBuild]()} {
		for _, name := range slices.Sorted(maps.Keys(parts.bodies)) {
			f := parts.function(name)
			before := f.String()
			g := Alone(f)
			require.Equal(t, before, f.String(), "it is changed itself")
			if g.String() != before {
				changed++
			}
			for _, in := range g.Code {
				if opens(in.Op) {
					regions++
				}
			}
			rng := rand.New(rand.NewPCG(1, 2))
			for range 300 {
				var args []uint64
				for _, v := range f.Params {
					args = append(args, someBits(rng, f.Types[v]))
				}
				want, faults := f.Eval(false, args...)
				have, faulted := g.Eval(false, args...)
				require.Equal(t, faults, faulted, "%s %x", name, args)
				if !faults {
					require.Equal(t, want, have, "%s %x", name, args)
				}
			}
		}
	}
	t.Logf("%d functions are shorter alone, with %d regions", changed, regions)
	require.Greater(t, changed, 30)
}

// someBits is a number of a type, of any size, and often one that functions treat for itself.
func someBits(rng *rand.Rand, t optab.Type) uint64 {
	some := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 3, -3, 28, 33, 171, 1e-9, 1e300, -1e300, 5e-324,
		math.Inf(1), math.Inf(-1), math.NaN()}
	x := some[rng.IntN(len(some))]
	switch rng.IntN(4) {
	case 0:
		x = rng.NormFloat64() * math.Exp(8*rng.NormFloat64())
	case 1:
		x = 20*rng.Float64() - 5
	case 2:
		x = math.Float64frombits(rng.Uint64())
	}
	switch {
	case t == optab.F64:
		return math.Float64bits(x)
	case t == optab.F32:
		return uint64(math.Float32bits(float32(x)))
	case t == optab.Bool:
		return rng.Uint64() & 1
	}
	return rng.Uint64() >> rng.IntN(64) & WidthMask(t)
}

// TestAloneText shows what becomes of choices, of a region that replaces what was made before, and of a loop.
func TestAloneText(t *testing.T) {
	b := NewBuilder("f.f64", AVX512.Has)
	x := b.Param(optab.F64)
	one := b.Constant(optab.F64, math.Float64bits(1))
	root := b.Emit(optab.F64, "sqrt.f64", b.Emit(optab.F64, "quo.f64", one, x))
	small := b.Emit(optab.Bool, "lt.f64", x, one)
	left := b.Copy(b.Emit(optab.F64, "select.f64", small, root, x))
	more := b.Emit(optab.Bool, "ge.f64", x, one)
	counted := b.Copy(x)
	b.Open(more)
	b.Do()
	inside := b.Emit(optab.Bool, "ge.f64", counted, one)
	less := b.Emit(optab.F64, "sub.f64", counted, one)
	again := b.Emit(optab.Bool, "and.bool", inside, b.Emit(optab.Bool, "ge.f64", less, one))
	b.Merge(inside, counted, less)
	b.While(again)
	b.Merge(more, left, counted)
	b.Close()
	b.F.Result = left
	b.Finish()
	require.Equal(t, strings.TrimLeft(`
f.f64(v0 f64)
	v6 = copy 0
	v8 = copy v0
	if.ge.f64 v0, 1
		do
			v10 = sub.f64 v8, 1
			v8 = merge v10
		while.ge.f64 v10, 1
		v6 = merge v8
	end
	unless.ge.f64 v0, 1
		v5 = copy v0
		if.lt.f64 v0, 1
			v2 = quo.f64 1, v0
			v3 = sqrt.f64 v2
			v5 = merge v3
		end
		v6 = merge v5
	end
	return v6
`, "\n"), Alone(&b.F).String())
}
