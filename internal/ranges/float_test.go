package ranges_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// ends are floats at which something changes.
var ends = []float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 7, -7, 1e-320, -1e-320, 5e-324, 1e300, -1e300, 0x1p31, -0x1p31, 0x1p32, 0x1p51,
	0x1p63, -0x1p63, 0x1p64, math.MaxFloat64, math.Inf(1), math.Inf(-1), 16777217, 0x1p-126,
}

// someFloats returns a range, and floats in it.
func someFloats(r *rand.Rand, t program.Dtype) (ranges.Float, []float64) {
	float := func() float64 {
		x := ends[r.IntN(len(ends))]
		if r.IntN(3) == 0 {
			x = (r.Float64() - 0.5) * 100
		}
		if t == program.F32 {
			x = float64(float32(x))
		}
		return x
	}
	in := ranges.NoFloat
	var list []float64
	for range 1 + r.IntN(3) {
		x := float()
		if r.IntN(8) == 0 {
			x = math.NaN()
		}
		list = append(list, x)
		in = in.Join(ranges.OfFloatBits(t, bitsOf(t, x)))
	}
	for range 6 {
		if x := float(); in.Has(x) {
			list = append(list, x)
		}
	}
	return in, list
}

func bitsOf(t program.Dtype, x float64) uint64 {
	if t == program.F32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func floatOf(t program.Dtype, b uint64) float64 {
	if t == program.F32 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

// What operations on floats give, and what comparisons leave, is what the ranges say.
func TestFloatsAgainstScalars(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	followed, decided := map[string]bool{}, map[bool]int{}
	for _, op := range program.Opcodes() {
		info := op.Info()
		t1 := info.Type
		if info.Row.Form != optab.Elementwise || !op.HasScalar() || len(info.In) == 0 || len(info.In) > 2 || !t1.IsFloat() ||
			info.Row.Has(optab.Math) && !strings.HasPrefix(info.Row.Name, "fm") || info.In[0] != t1 || info.In[len(info.In)-1] != t1 {
			continue
		}
		for range 4_000 {
			same := r.IntN(4) == 0
			x, xs := someFloats(r, t1)
			y, ys := someFloats(r, t1)
			if same {
				y, ys = x, xs
			}
			operands := []ranges.Float{x, y}[:len(info.In)]
			for range 8 {
				i := r.IntN(len(xs))
				a, b := xs[i], ys[r.IntN(len(ys))]
				if same {
					b = a
				}
				bits, _ := op.Scalar(bitsOf(t1, a), bitsOf(t1, b), 0)
				switch {
				case info.Out.IsFloat():
					got := ranges.FloatResult(op, same, operands...)
					have := floatOf(info.Out, bits)
					require.True(t, got.Has(have), "%s of %v, %v in %v is %v, not in %v (%v)", op, a, b, operands, have, got, same)
					if got != ranges.AnyFloat {
						followed[info.Row.Name] = true
					}
				case !strings.HasPrefix(info.Row.Name, "convert_") && info.Out.IsInt():
				case info.Out.IsInt():
					got := x.Integers(info.Out)
					require.True(t, got.Has(ranges.OfBits(info.Out, bits).Lo), "%s of %v in %v is %v, not in %v", op, a, x, bits, got)
				default:
					p, q := ranges.AssumeFloat(op, bits != 0, x, y)
					require.True(t, p.Has(a) && q.Has(b), "%s %v, %v of %v, %v leaves %v, %v", op, a, b, x, y, p, q)
					if holds, ok := ranges.DecidedFloat(op, x, y); ok {
						require.Equal(t, bits != 0, holds, "%s %v, %v of %v, %v", op, a, b, x, y)
						decided[holds]++
					}
				}
			}
		}
	}
	require.Len(t, followed, 18, "%v", followed)
	require.Len(t, decided, 2)
}

// A float that an integer becomes is in the range of those that its range becomes.
func TestFloatOf(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"convert_f32", "convert_f64"} {
		for _, from := range []program.Dtype{program.I32, program.I64, program.U32, program.U64} {
			op := program.OpcodeFor(name, from)
			for range 3_000 {
				in, numbers := some(r, from)
				got := ranges.FloatOf(op, in)
				for _, n := range numbers {
					bits := uint64(n)
					if from.Bits() == 32 {
						bits = uint64(uint32(bits))
					}
					have, _ := op.Scalar(bits, 0, 0)
					require.True(t, got.Has(floatOf(op.Info().Out, have)), "%s of %v in %v is not in %v", op, n, in, got)
				}
			}
		}
	}
}
