package bench

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench/internal/arrays"
	"github.com/lockstep-simt/lockstep/examples/blackscholes"
	"github.com/lockstep-simt/lockstep/examples/collatz"
	"github.com/lockstep-simt/lockstep/examples/evenodd"
	"github.com/lockstep-simt/lockstep/examples/fib"
	"github.com/lockstep-simt/lockstep/examples/gcd"
	"github.com/lockstep-simt/lockstep/examples/kepler"
	"github.com/lockstep-simt/lockstep/examples/mandelbrot"
	"github.com/lockstep-simt/lockstep/examples/nqueens"
	"github.com/lockstep-simt/lockstep/examples/quadrature"
	"github.com/lockstep-simt/lockstep/examples/rk45"
	"github.com/lockstep-simt/lockstep/examples/tak"
)

// All is every workload, group by group.
var All = []Workload{
	{"blackscholes-f64", Uniform, blackscholes.Source, "Call", 1_000_000, func(lanes int) Data {
		c := options(lanes)
		price, delta := make([]float64, lanes), make([]float64, lanes)
		return Data{
			Inputs: lockstep.Inputs{"spot": c[0], "strike": c[1], "rate": c[2], "vol": c[3], "years": c[4]},
			Loop: func() {
				for i := range lanes {
					price[i], delta[i] = blackscholes.Call(c[0][i], c[1][i], c[2][i], c[3][i], c[4][i])
				}
			},
			Equal: func(r *lockstep.Result) bool {
				return slices.Equal(r.Float64("price"), price) && slices.Equal(r.Float64("delta"), delta)
			},
		}
	}},
	{"blackscholes-f32", Uniform, blackscholes.Source, "Call32", 1_000_000, func(lanes int) Data {
		var c [5][]float32
		for i, col := range options(lanes) {
			c[i] = narrow(col)
		}
		price := make([]float32, lanes)
		return Data{
			Inputs: lockstep.Inputs{"spot": c[0], "strike": c[1], "rate": c[2], "vol": c[3], "years": c[4]},
			Loop: func() {
				for i := range lanes {
					price[i] = blackscholes.Call32(c[0][i], c[1][i], c[2][i], c[3][i], c[4][i])
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(r.Float32("r0"), price) },
		}
	}},
	{"matrix-power", Uniform, arrays.Source, "Power", 200_000, func(lanes int) Data {
		a, n, out := floats(9*lanes, 30, -1, 1), ints(lanes, 31, 4, 5), make([]float64, lanes)
		matrices := make([]arrays.Matrix, lanes)
		for i := range a {
			matrices[i/9][i/3%3][i%3] = a[i]
		}
		return Data{
			Inputs: lockstep.Inputs{"a": a, "n": n},
			Loop: func() {
				for i, m := range matrices {
					out[i] = arrays.Power(m, n[i])
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(r.Float64("r0"), out) },
		}
	}},
	{"median-of-8", Divergent, arrays.Source, "Median", 200_000, func(lanes int) Data {
		x, out := floats(8*lanes, 32, 0, 1), make([]float64, lanes)
		return Data{
			Inputs: lockstep.Inputs{"x": x},
			Loop: func() {
				for i := range out {
					out[i] = arrays.Median([8]float64(x[8*i:]))
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(r.Float64("r0"), out) },
		}
	}},
	{"mandelbrot-f64", Divergent, mandelbrot.Source, "Escape", 1024 * 768, func(lanes int) Data {
		cr, ci := floats(lanes, 1, -2, 1), floats(lanes, 2, -1.25, 1.25)
		return intResult(lanes, lockstep.Inputs{"cr": cr, "ci": ci}, func(i int) int { return mandelbrot.Escape(cr[i], ci[i]) })
	}},
	{"mandelbrot-f32", Divergent, mandelbrot.Source, "Escape32", 1024 * 768, func(lanes int) Data {
		cr, ci := narrow(floats(lanes, 1, -2, 1)), narrow(floats(lanes, 2, -1.25, 1.25))
		n := make([]int32, lanes)
		return Data{
			Inputs: lockstep.Inputs{"cr": cr, "ci": ci},
			Loop: func() {
				for i := range lanes {
					n[i] = mandelbrot.Escape32(cr[i], ci[i])
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(lockstep.Column[int32](r, "r0"), n) },
		}
	}},
	{"collatz", Divergent, collatz.Source, "Steps", 200_000, func(lanes int) Data {
		var n []int64
		for _, v := range ints(lanes, 3, 1, 1<<20) {
			n = append(n, int64(v))
		}
		steps, peak := make([]int64, lanes), make([]int64, lanes)
		return Data{
			Inputs: lockstep.Inputs{"n": n},
			Loop: func() {
				for i := range lanes {
					steps[i], peak[i] = collatz.Steps(n[i])
				}
			},
			Equal: func(r *lockstep.Result) bool {
				return slices.Equal(r.Int64("steps"), steps) && slices.Equal(r.Int64("peak"), peak)
			},
		}
	}},
	{"gcd", Divergent, gcd.Source, "Gcd", 200_000, func(lanes int) Data {
		var a, b []int64
		r := rand.New(rand.NewPCG(4, 0))
		for range lanes {
			a, b = append(a, r.Int64()), append(b, r.Int64())
		}
		d := make([]int64, lanes)
		return Data{
			Inputs: lockstep.Inputs{"a": a, "b": b},
			Loop: func() {
				for i := range lanes {
					d[i] = gcd.Gcd(a[i], b[i])
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(r.Int64("r0"), d) },
		}
	}},
	{"kepler", Divergent, kepler.Source, "Anomaly", 1_000_000, func(lanes int) Data {
		mean, ecc := floats(lanes, 5, -20, 20), floats(lanes, 6, 0, 0.99)
		anomaly, steps := make([]float64, lanes), make([]int, lanes)
		return Data{
			Inputs: lockstep.Inputs{"mean": mean, "ecc": ecc},
			Loop: func() {
				for i := range lanes {
					anomaly[i], steps[i] = kepler.Anomaly(mean[i], ecc[i])
				}
			},
			Equal: func(r *lockstep.Result) bool {
				return slices.Equal(r.Float64("anomaly"), anomaly) && slices.Equal(lockstep.Column[int](r, "steps"), steps)
			},
		}
	}},
	{"rk45", Divergent, rk45.Source, "VanDerPol", 20_000, func(lanes int) Data {
		mu, time := floats(lanes, 7, 0, 8), floats(lanes, 8, 0, 10)
		x, v, steps := make([]float64, lanes), make([]float64, lanes), make([]int, lanes)
		return Data{
			Inputs: lockstep.Inputs{"mu": mu, "time": time},
			Loop: func() {
				for i := range lanes {
					x[i], v[i], steps[i] = rk45.VanDerPol(mu[i], time[i])
				}
			},
			Equal: func(r *lockstep.Result) bool {
				return slices.Equal(r.Float64("x"), x) && slices.Equal(r.Float64("v"), v) && slices.Equal(lockstep.Column[int](r, "steps"), steps)
			},
		}
	}},
	{"quadrature", Recursive, quadrature.Source, "Integrate", 50_000, func(lanes int) Data {
		a, width := floats(lanes, 9, 0, 8), floats(lanes, 10, 0, 5)
		b, area := make([]float64, lanes), make([]float64, lanes)
		for i := range lanes {
			b[i] = a[i] + math.Exp(width[i])/10
		}
		return Data{
			Inputs: lockstep.Inputs{"a": a, "b": b},
			Loop: func() {
				for i := range lanes {
					area[i] = quadrature.Integrate(a[i], b[i])
				}
			},
			Equal: func(r *lockstep.Result) bool { return slices.Equal(r.Float64("r0"), area) },
		}
	}},
	{"fib", Recursive, fib.Source, "Fib", 50_000, func(lanes int) Data {
		n := ints(lanes, 11, 0, 21)
		return intResult(lanes, lockstep.Inputs{"n": n}, func(i int) int { return fib.Fib(n[i]) })
	}},
	{"tak", Recursive, tak.Source, "Tak", 100_000, func(lanes int) Data {
		x, y, z := ints(lanes, 12, 0, 10), ints(lanes, 13, 0, 8), ints(lanes, 14, 0, 8)
		return intResult(lanes, lockstep.Inputs{"x": x, "y": y, "z": z}, func(i int) int { return tak.Tak(x[i], y[i], z[i]) })
	}},
	{"hofstadter", Recursive, evenodd.Source, "Female", 50_000, func(lanes int) Data {
		n := ints(lanes, 15, 0, 24)
		return intResult(lanes, lockstep.Inputs{"n": n}, func(i int) int { return evenodd.Female(n[i]) })
	}},
	{"nqueens", Recursive, nqueens.Source, "Completions", 100_000, func(lanes int) Data {
		n, first, second := ints(lanes, 16, 6, 10), ints(lanes, 17, 0, 9), ints(lanes, 18, 0, 9)
		return intResult(lanes, lockstep.Inputs{"n": n, "first": first, "second": second},
			func(i int) int { return nqueens.Completions(n[i], first[i], second[i]) })
	}},
}

// intResult is the data of a function with one unnamed int result.
func intResult(lanes int, in lockstep.Inputs, f func(lane int) int) Data {
	out := make([]int, lanes)
	return Data{
		Inputs: in,
		Loop: func() {
			for i := range lanes {
				out[i] = f(i)
			}
		},
		Equal: func(r *lockstep.Result) bool { return slices.Equal(lockstep.Column[int](r, "r0"), out) },
	}
}

// floats returns random numbers from lo to below hi, the same for a seed.
func floats(n int, seed uint64, lo, hi float64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	v := make([]float64, n)
	for i := range v {
		v[i] = lo + (hi-lo)*r.Float64()
	}
	return v
}

// ints returns random numbers from lo to below hi, the same for a seed.
func ints(n int, seed uint64, lo, hi int) []int {
	r := rand.New(rand.NewPCG(seed, 0))
	v := make([]int, n)
	for i := range v {
		v[i] = lo + r.IntN(hi-lo)
	}
	return v
}

func narrow(v []float64) []float32 {
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}

// options returns the columns of Black and Scholes's formula: spot, strike,
// rate, volatility, years.
func options(lanes int) [5][]float64 {
	return [5][]float64{
		floats(lanes, 20, 5, 200), floats(lanes, 21, 5, 200), floats(lanes, 22, 0, 0.1),
		floats(lanes, 23, 0.05, 0.8), floats(lanes, 24, 0.1, 10),
	}
}
