package advise

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/advise/internal/slow"
)

// kept keeps what the loops compute.
var kept float64

// BenchmarkSlow measures what price.go is made from: each function of package
// slow in a loop over the compiled function, in nanoseconds a lane, and how many times as
// long that takes as each engine, on one core; 0 is where an engine has no code.
func BenchmarkSlow(b *testing.B) {
	const lanes = 20_000
	r := rand.New(rand.NewPCG(1, 2))
	ints := func(lo, hi int) []int {
		v := make([]int, lanes)
		for i := range v {
			v[i] = lo + r.IntN(hi-lo)
		}
		return v
	}
	floats := func(lo, hi float64) []float64 {
		v := make([]float64, lanes)
		for i := range v {
			v[i] = lo + (hi-lo)*r.Float64()
		}
		return v
	}
	u32, u64 := make([]uint32, lanes), make([]uint64, lanes)
	for i := range u32 {
		u32[i] = r.Uint32()
		u64[i] = r.Uint64() >> r.IntN(64)
	}
	n, by, rounds := ints(0, 500), ints(1, 5), ints(100, 400)
	small, deep := ints(0, 12), ints(0, 60)
	x, y, z, big := floats(0, 1), floats(0, 1), floats(0, 1), floats(1, 1e6)
	for _, w := range []struct {
		fn   string
		in   lockstep.Inputs
		loop func(i int) float64
	}{
		{"Adds", lockstep.Inputs{"n": n, "by": by}, func(i int) float64 { return float64(slow.Adds(n[i], by[i])) }},
		{"Shifts", lockstep.Inputs{"x": u64}, func(i int) float64 { return float64(slow.Shifts(u64[i])) }},
		{"Sqrts", lockstep.Inputs{"x": big}, func(i int) float64 { return slow.Sqrts(big[i]) }},
		{"Digits", lockstep.Inputs{"n": u64}, func(i int) float64 { return float64(slow.Digits(u64[i])) }},
		{"Pow", lockstep.Inputs{"x": x, "n": n}, func(i int) float64 { return slow.Pow(x[i], n[i]) }},
		{"Count16", lockstep.Inputs{"seed": u32, "rounds": rounds},
			func(i int) float64 { return float64(slow.Count16(u32[i], rounds[i])) }},
		{"Count64", lockstep.Inputs{"seed": u32, "rounds": rounds},
			func(i int) float64 { return float64(slow.Count64(u32[i], rounds[i])) }},
		{"Count256", lockstep.Inputs{"seed": u32, "rounds": rounds},
			func(i int) float64 { return float64(slow.Count256(u32[i], rounds[i])) }},
		{"Count1024", lockstep.Inputs{"seed": u32, "rounds": rounds},
			func(i int) float64 { return float64(slow.Count1024(u32[i], rounds[i])) }},
		{"Count4096", lockstep.Inputs{"seed": u32, "rounds": rounds},
			func(i int) float64 { return float64(slow.Count4096(u32[i], rounds[i])) }},
		{"Depth", lockstep.Inputs{"n": deep}, func(i int) float64 { return float64(slow.Depth(deep[i])) }},
		{"Horner", lockstep.Inputs{"x": x, "n": deep}, func(i int) float64 { return slow.Horner(x[i], deep[i]) }},
		{"Tree", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Tree(x[i], small[i]) }},
		{"Poly", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Poly(x[i], small[i]) }},
		{"Wide", lockstep.Inputs{"a": x, "b": y, "c": z, "d": x, "e": y, "f": z, "n": small}, func(i int) float64 {
			return slow.Wide(x[i], y[i], z[i], x[i], y[i], z[i], small[i])
		}},
		{"Read16", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.Read16(x[i], rounds[i]) }},
		{"Read1024", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.Read1024(x[i], rounds[i]) }},
		{"Table", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.Table(x[i], rounds[i]) }},
		{"LargeTable", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.LargeTable(x[i], rounds[i]) }},
		{"Whole", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return float64(slow.Whole(x[i], rounds[i])) }},
		{"Matrix", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.Matrix(x[i], rounds[i]) }},
		{"Swaps", lockstep.Inputs{"x": x, "rounds": rounds},
			func(i int) float64 { return slow.Swaps(x[i], rounds[i]) }},
		{"Keeps", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Keeps(x[i], small[i]) }},
		{"Bits", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Bits(x[i], small[i]) }},
		{"Cases", lockstep.Inputs{"x": x, "y": y, "z": z}, func(i int) float64 { return slow.Cases(x[i], y[i], z[i]) }},
	} {
		b.Run(w.fn, func(b *testing.B) {
			compiled, err := lockstep.Compile(slow.Source, w.fn)
			require.NoError(b, err)
			best := map[lockstep.EngineMode]time.Duration{} // others use the machine too
			timed := func(what lockstep.EngineMode, f func()) {
				at := time.Now()
				f()
				if took := time.Since(at); best[what] == 0 || took < best[what] {
					best[what] = took
				}
			}
			const loop = lockstep.EngineMode("loop")
			for b.Loop() {
				timed(loop, func() {
					for i := range lanes {
						kept += w.loop(i)
					}
				})
				for _, mode := range lockstep.EngineModes() {
					timed(mode, func() {
						_, err = compiled.Run(context.Background(), w.in, lockstep.Workers(1), lockstep.Engine(mode))
					})
					if err != nil {
						best[mode] = -1 // there is no such machine code
					}
				}
			}
			b.ReportMetric(float64(best[loop].Nanoseconds())/lanes, "loop-ns/lane")
			for _, mode := range lockstep.EngineModes() {
				b.ReportMetric(max(0, float64(best[loop])/float64(best[mode])), "loop/"+string(mode))
			}
		})
	}
}
