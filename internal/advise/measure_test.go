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
// slow in lockstep and in a loop over the compiled function, on one core, in
// nanoseconds a lane.
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
		{"Count16", lockstep.Inputs{"seed": u32, "rounds": rounds}, func(i int) float64 { return float64(slow.Count16(u32[i], rounds[i])) }},
		{"Count64", lockstep.Inputs{"seed": u32, "rounds": rounds}, func(i int) float64 { return float64(slow.Count64(u32[i], rounds[i])) }},
		{"Count256", lockstep.Inputs{"seed": u32, "rounds": rounds}, func(i int) float64 { return float64(slow.Count256(u32[i], rounds[i])) }},
		{"Count1024", lockstep.Inputs{"seed": u32, "rounds": rounds}, func(i int) float64 { return float64(slow.Count1024(u32[i], rounds[i])) }},
		{"Count4096", lockstep.Inputs{"seed": u32, "rounds": rounds}, func(i int) float64 { return float64(slow.Count4096(u32[i], rounds[i])) }},
		{"Depth", lockstep.Inputs{"n": deep}, func(i int) float64 { return float64(slow.Depth(deep[i])) }},
		{"Horner", lockstep.Inputs{"x": x, "n": deep}, func(i int) float64 { return slow.Horner(x[i], deep[i]) }},
		{"Tree", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Tree(x[i], small[i]) }},
		{"Poly", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Poly(x[i], small[i]) }},
		{"Wide", lockstep.Inputs{"a": x, "b": y, "c": z, "d": x, "e": y, "f": z, "n": small}, func(i int) float64 {
			return slow.Wide(x[i], y[i], z[i], x[i], y[i], z[i], small[i])
		}},
		{"Read16", lockstep.Inputs{"x": x, "rounds": rounds}, func(i int) float64 { return slow.Read16(x[i], rounds[i]) }},
		{"Read1024", lockstep.Inputs{"x": x, "rounds": rounds}, func(i int) float64 { return slow.Read1024(x[i], rounds[i]) }},
		{"Table", lockstep.Inputs{"x": x, "rounds": rounds}, func(i int) float64 { return slow.Table(x[i], rounds[i]) }},
		{"Matrix", lockstep.Inputs{"x": x, "rounds": rounds}, func(i int) float64 { return slow.Matrix(x[i], rounds[i]) }},
		{"Swaps", lockstep.Inputs{"x": x, "rounds": rounds}, func(i int) float64 { return slow.Swaps(x[i], rounds[i]) }},
		{"Keeps", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Keeps(x[i], small[i]) }},
		{"Bits", lockstep.Inputs{"x": x, "n": small}, func(i int) float64 { return slow.Bits(x[i], small[i]) }},
		{"Bessel", lockstep.Inputs{"x": x}, func(i int) float64 { return slow.Bessel(x[i]) }},
	} {
		b.Run(w.fn, func(b *testing.B) {
			k, err := lockstep.Compile(slow.Source, w.fn)
			require.NoError(b, err)
			var inLoop, inBatch time.Duration
			for b.Loop() {
				at := time.Now()
				for i := range lanes {
					kept += w.loop(i)
				}
				inLoop += time.Since(at)
				at = time.Now()
				_, err := k.Run(context.Background(), w.in, lockstep.Workers(1))
				require.NoError(b, err)
				inBatch += time.Since(at)
			}
			total := float64(b.N) * lanes
			b.ReportMetric(float64(inLoop.Nanoseconds())/total, "loop-ns/lane")
			b.ReportMetric(float64(inBatch.Nanoseconds())/total, "batch-ns/lane")
			b.ReportMetric(float64(inLoop)/float64(inBatch), "loop/batch")
		})
	}
}
