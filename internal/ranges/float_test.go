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
	0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 7, -7, 1e-320, -1e-320, 5e-324, 1e300, -1e300,
	0x1p31, -0x1p31, 0x1p32, 0x1p51, 0x1p63, -0x1p63, 0x1p64, math.MaxFloat64, math.Inf(1), math.Inf(-1),
	16777217, 0x1p-126,
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

// floatCase is an operation on floats a and b of the ranges x and y.
type floatCase struct {
	op   program.Opcode
	same bool
	x, y ranges.Float
	a, b float64
}

func (c *floatCase) check(t *testing.T, followed map[string]bool, decided map[bool]int) {
	info := c.op.Info()
	bits, _ := c.op.Scalar(bitsOf(info.Type, c.a), bitsOf(info.Type, c.b), 0)
	switch {
	case info.Out.IsFloat():
		got := ranges.FloatResult(c.op, c.same, []ranges.Float{c.x, c.y}[:len(info.In)]...)
		have := floatOf(info.Out, bits)
		require.True(t, got.Has(have), "%+v is %v, not in %v", c, have, got)
		if got != ranges.AnyFloat {
			followed[info.Row.Name] = true
		}
	case info.Out.IsInt():
		got := c.x.Integers(info.Out)
		require.True(t, got.Has(ranges.OfBits(info.Out, bits).Lo), "%+v is %v, not in %v", c, bits, got)
	default:
		p, q := ranges.AssumeFloat(c.op, bits != 0, c.x, c.y)
		require.True(t, p.Has(c.a) && q.Has(c.b), "%+v leaves %v, %v", c, p, q)
		if holds, ok := ranges.DecidedFloat(c.op, c.x, c.y); ok {
			require.Equal(t, bits != 0, holds, "%+v", c)
			decided[holds]++
		}
	}
}

// What operations on floats give, and what comparisons leave, is what the ranges say.
func TestFloatsAgainstScalars(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	followed, decided := map[string]bool{}, map[bool]int{}
	for _, op := range program.Opcodes() {
		info := op.Info()
		name, d := info.Row.Name, info.Type
		if info.Row.Form != optab.Elementwise || !op.HasScalar() || len(info.In) == 0 || len(info.In) > 2 {
			continue
		}
		mathematical := info.Row.Has(optab.Math) && name != "fmin" && name != "fmax"
		bits := info.Out.IsInt() && !strings.HasPrefix(name, "convert_")
		if mathematical || bits || !d.IsFloat() || info.In[0] != d || info.In[len(info.In)-1] != d {
			continue
		}
		for range 4_000 {
			c := &floatCase{op: op, same: r.IntN(4) == 0}
			var xs, ys []float64
			c.x, xs = someFloats(r, d)
			if c.y, ys = someFloats(r, d); c.same {
				c.y = c.x
			}
			for range 8 {
				c.a, c.b = xs[r.IntN(len(xs))], ys[r.IntN(len(ys))]
				if c.same {
					c.b = c.a
				}
				c.check(t, followed, decided)
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
					float := floatOf(op.Info().Out, have)
					require.True(t, got.Has(float), "%s of %v in %v: %v", op, n, in, got)
				}
			}
		}
	}
}
