package libm_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/libm"
)

var all32 = flag.Bool("all32", false, "try all 2^32 arguments of the float32 functions, and log the greatest errors")

// functions32 are the float32 functions of one argument, beside the float64
// ones of package math, whose errors are nothing in float32.
var functions32 = []struct {
	name string
	f    func(float32) float32
	of   func(float64) float64
	// inner says that the function computes in float64: it is all but correctly
	// rounded.
	inner bool
}{
	{"Exp", libm.ExpF32, math.Exp, false},
	{"Exp2", libm.Exp2F32, math.Exp2, false},
	{"Expm1", libm.Expm1F32, math.Expm1, true},
	{"Log", libm.LogF32, math.Log, false},
	{"Log2", libm.Log2F32, math.Log2, false},
	{"Log10", libm.Log10F32, math.Log10, false},
	{"Log1p", libm.Log1pF32, math.Log1p, true},
	{"Sin", libm.SinF32, math.Sin, false},
	{"Cos", libm.CosF32, math.Cos, false},
	{"Tan", libm.TanF32, math.Tan, true},
	{"Asin", libm.AsinF32, math.Asin, true},
	{"Acos", libm.AcosF32, math.Acos, true},
	{"Atan", libm.AtanF32, math.Atan, false},
	{"Sinh", libm.SinhF32, math.Sinh, true},
	{"Cosh", libm.CoshF32, math.Cosh, true},
	{"Tanh", libm.TanhF32, math.Tanh, false},
	{"Asinh", libm.AsinhF32, math.Asinh, true},
	{"Acosh", libm.AcoshF32, math.Acosh, true},
	{"Atanh", libm.AtanhF32, math.Atanh, true},
	{"Cbrt", libm.CbrtF32, math.Cbrt, true},
	{"Erf", libm.ErfF32, math.Erf, false},
	{"Erfc", libm.ErfcF32, math.Erfc, true},
	{"Gamma", libm.GammaF32, math.Gamma, true},
	{"Lgamma", libm.LgammaF32, lgamma, true},
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// error32 returns by how many units in the last place of a float32 y is off, and
// a thousand if it has another sign or is not the zero, infinity or NaN it should be.
func error32(y float32, want float64) float64 {
	const wrong = 1000
	got := float64(y)
	if math.IsNaN(want) && math.IsNaN(got) {
		return 0
	}
	if math.Signbit(got) != math.Signbit(want) || math.IsNaN(want) != math.IsNaN(got) {
		return wrong
	}
	if want == 0 || math.IsInf(want, 0) {
		if got == want {
			return 0
		}
		return wrong
	}
	// Infinity is an overflow here: what follows the greatest number.
	const limit = 0x1p128
	got, want = max(-limit, min(limit, got)), max(-limit, min(limit, want))
	return math.Abs(got-want) / ulp32(want)
}

// ulp32 returns the unit in the last place of a float32 near x.
func ulp32(x float64) float64 {
	return math.Ldexp(1, min(max(math.Ilogb(x), -126), 127)-23)
}

// A measured32 is what was found over some arguments of a function.
type measured32 struct {
	count, missed int // arguments, and results that are not the nearest float32
	worst         float64
	at            float32
}

func (m *measured32) add(x, y float32, want float64) {
	m.count++
	if y != float32(want) && !math.IsNaN(want) {
		m.missed++
	}
	if e := error32(y, want); e > m.worst {
		m.worst, m.at = e, x
	}
}

// measure32 tries the bits first, first+step, … up to 2^32.
func measure32(f func(float32) float32, of func(float64) float64, first, step uint64) measured32 {
	var m measured32
	for bits := first; bits < 1<<32; bits += step {
		x := math.Float32frombits(uint32(bits))
		m.add(x, f(x), of(float64(x)))
	}
	return m
}

// Every float32 function of one argument is at most 1 ulp off, and special
// where package math's is.
func TestFloat32(t *testing.T) {
	for _, c := range functions32 {
		t.Run(c.name, func(t *testing.T) {
			step := uint64(9973)
			workers := uint64(1)
			if *all32 {
				step, workers = 1, uint64(runtime.GOMAXPROCS(0))
			}
			parts := make([]measured32, workers)
			var wg sync.WaitGroup
			for i := range workers {
				wg.Go(func() { parts[i] = measure32(c.f, c.of, i*step, step*workers) })
			}
			wg.Wait()
			sum := parts[0]
			for _, p := range parts[1:] {
				sum.count, sum.missed = sum.count+p.count, sum.missed+p.missed
				if p.worst > sum.worst {
					sum.worst, sum.at = p.worst, p.at
				}
			}
			for _, x := range edges() {
				sum.add(float32(x), c.f(float32(x)), c.of(float64(float32(x))))
			}
			report := fmt.Sprintf("%sF32: %d arguments, at most %.4f ulp, for %v (%#x); %d not the nearest",
				c.name, sum.count, sum.worst, sum.at, math.Float32bits(sum.at), sum.missed)
			if *all32 {
				t.Log(report)
			}
			bound := 1.0
			if c.inner {
				bound = 0.501
			}
			require.LessOrEqual(t, sum.worst, bound, report)
		})
	}
}

// The functions of two arguments, over pairs of special arguments and random
// ones.
func TestFloat32Pairs(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x, y float32) float32
		of   func(x, y float64) float64
		// scale returns a y that goes with x.
		scale func(r *rand.Rand, x float32) float32
	}{
		{"Pow", libm.PowF32, math.Pow, func(r *rand.Rand, x float32) float32 {
			return float32((r.Float64()*300 - 150) / math.Log2(math.Abs(float64(x))))
		}},
		{"Atan2", libm.Atan2F32, math.Atan2, func(r *rand.Rand,
			x float32) float32 {
			return x * float32(r.NormFloat64())
		}},
		{"Hypot", libm.HypotF32, math.Hypot, func(r *rand.Rand,
			x float32) float32 {
			return x * float32(r.NormFloat64())
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := func(x, y float32) {
				got, want := c.f(x, y), c.of(float64(x), float64(y))
				var m measured32
				m.add(x, got, want)
				require.LessOrEqual(t, m.worst, 0.501, "of %v and %v: %v, package math %v", x, y, got, want)
			}
			for _, x := range edges() {
				for _, y := range edges() {
					check(float32(x), float32(y))
				}
			}
			r := rand.New(rand.NewPCG(1, 2))
			for range 100000 {
				x := math.Float32frombits(r.Uint32())
				check(x, math.Float32frombits(r.Uint32()))
				check(x, c.scale(r, x))
				check(float32(r.NormFloat64()), float32(r.NormFloat64()))
			}
		})
	}
}

// What is exact in float32 comes out exactly.
func TestFloat32Exact(t *testing.T) {
	for k := -149; k < 128; k++ {
		p := float32(math.Ldexp(1, k))
		require.Equal(t, p, libm.Exp2F32(float32(k)))
		require.Equal(t, float32(k), libm.Log2F32(p))
		require.Equal(t, p, libm.PowF32(2, float32(k)))
		if k%3 == 0 {
			require.Equal(t, float32(math.Ldexp(1, k/3)), libm.CbrtF32(p))
		}
	}
	power := 1.0
	for k := range 11 {
		require.Equal(t, float32(k), libm.Log10F32(float32(power)))
		require.Equal(t, float32(power), libm.PowF32(10, float32(k)))
		power *= 10
	}
	factorial := 1.0
	for n := 1; n < 35; n++ {
		require.Equal(t, float32(factorial), libm.GammaF32(float32(n)))
		factorial *= float64(n)
	}
	for n := range 1000 {
		require.Equal(t, float32(n), libm.CbrtF32(float32(n*n*n)))
		require.Equal(t, float32(5*n), libm.HypotF32(float32(3*n), float32(-4*n)))
	}
	require.Zero(t, libm.LgammaF32(1))
	require.Zero(t, libm.LgammaF32(2))
	require.Zero(t, libm.LogF32(1))
}
