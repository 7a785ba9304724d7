package bench

import (
	"math"
	"math/rand/v2"

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

// exampleWorkloads are functions of the examples, and of package arrays.
var exampleWorkloads = []Workload{
	{Name: "blackscholes-f64", Group: Uniform, Source: blackscholes.Source,
		Func: "Call", Lanes: 1_000_000, Make: func(lanes int) Data {
			c := options(lanes)
			price, delta := make([]float64, lanes), make([]float64, lanes)
			return Data{
				Inputs: lockstep.Inputs{"spot": c[0], "strike": c[1], "rate": c[2], "vol": c[3], "years": c[4]},
				Loop: func() {
					for i := range lanes {
						price[i], delta[i] = blackscholes.Call(c[0][i], c[1][i], c[2][i], c[3][i], c[4][i])
					}
				},
				Results: Columns{"price": price, "delta": delta},
			}
		}},
	{Name: "blackscholes-f32", Group: Uniform, Source: blackscholes.Source,
		Func: "Call32", Lanes: 1_000_000, Make: func(lanes int) Data {
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
				Results: Columns{"r0": price},
			}
		}},
	{Name: "matrix-power", Group: Uniform, Source: arrays.Source,
		Func: "Power", Lanes: 200_000, Make: func(lanes int) Data {
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
				Results: Columns{"r0": out},
			}
		}},
	{Name: "median-of-8", Group: Divergent, Source: arrays.Source,
		Func: "Median", Lanes: 200_000, Make: func(lanes int) Data {
			x, out := floats(8*lanes, 32, 0, 1), make([]float64, lanes)
			return Data{
				Inputs: lockstep.Inputs{"x": x},
				Loop: func() {
					for i := range out {
						out[i] = arrays.Median([8]float64(x[8*i:]))
					}
				},
				Results: Columns{"r0": out},
			}
		}},
	{Name: "mandelbrot-f64", Group: Divergent, Source: mandelbrot.Source,
		Func: "Escape", Lanes: 1024 * 768, Make: func(lanes int) Data {
			cr, ci := floats(lanes, 1, -2, 1), floats(lanes, 2, -1.25, 1.25)
			return oneResult(lanes, lockstep.Inputs{"cr": cr, "ci": ci},
				func(i int) int { return mandelbrot.Escape(cr[i], ci[i]) })
		}},
	{Name: "mandelbrot-f32", Group: Divergent, Source: mandelbrot.Source,
		Func: "Escape32", Lanes: 1024 * 768, Make: func(lanes int) Data {
			cr, ci := narrow(floats(lanes, 1, -2, 1)), narrow(floats(lanes, 2, -1.25, 1.25))
			n := make([]int32, lanes)
			return Data{
				Inputs: lockstep.Inputs{"cr": cr, "ci": ci},
				Loop: func() {
					for i := range lanes {
						n[i] = mandelbrot.Escape32(cr[i], ci[i])
					}
				},
				Results: Columns{"r0": n},
			}
		}},
	{Name: "collatz", Group: Divergent, Source: collatz.Source,
		Func: "Steps", Lanes: 200_000, Make: func(lanes int) Data {
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
				Results: Columns{"steps": steps, "peak": peak},
			}
		}},
	{Name: "gcd", Group: Divergent, Source: gcd.Source,
		Func: "Gcd", Lanes: 200_000, Make: func(lanes int) Data {
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
				Results: Columns{"r0": d},
			}
		}},
	{Name: "kepler", Group: Divergent, Source: kepler.Source,
		Func: "Anomaly", Lanes: 1_000_000, Make: func(lanes int) Data {
			mean, ecc := floats(lanes, 5, -20, 20), floats(lanes, 6, 0, 0.99)
			anomaly, steps := make([]float64, lanes), make([]int, lanes)
			return Data{
				Inputs: lockstep.Inputs{"mean": mean, "ecc": ecc},
				Loop: func() {
					for i := range lanes {
						anomaly[i], steps[i] = kepler.Anomaly(mean[i], ecc[i])
					}
				},
				Results: Columns{"anomaly": anomaly, "steps": steps},
			}
		}},
	{Name: "rk45", Group: Divergent, Source: rk45.Source,
		Func: "VanDerPol", Lanes: 20_000, Make: func(lanes int) Data {
			mu, time := floats(lanes, 7, 0, 8), floats(lanes, 8, 0, 10)
			x, v, steps := make([]float64, lanes), make([]float64, lanes), make([]int, lanes)
			return Data{
				Inputs: lockstep.Inputs{"mu": mu, "time": time},
				Loop: func() {
					for i := range lanes {
						x[i], v[i], steps[i] = rk45.VanDerPol(mu[i], time[i])
					}
				},
				Results: Columns{"x": x, "v": v, "steps": steps},
			}
		}},
	{Name: "quadrature", Group: Recursive, Source: quadrature.Source,
		Func: "Integrate", Lanes: 50_000, Make: func(lanes int) Data {
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
				Results: Columns{"r0": area},
			}
		}},
	{Name: "fib", Group: Recursive, Source: fib.Source,
		Func: "Fib", Lanes: 50_000, Make: func(lanes int) Data {
			n := ints(lanes, 11, 0, 21)
			return oneResult(lanes, lockstep.Inputs{"n": n}, func(i int) int { return fib.Fib(n[i]) })
		}},
	{Name: "tak", Group: Recursive, Source: tak.Source,
		Func: "Tak", Lanes: 100_000, Make: func(lanes int) Data {
			x, y, z := ints(lanes, 12, 0, 10), ints(lanes, 13, 0, 8), ints(lanes, 14, 0, 8)
			return oneResult(lanes, lockstep.Inputs{"x": x, "y": y, "z": z},
				func(i int) int { return tak.Tak(x[i], y[i], z[i]) })
		}},
	{Name: "hofstadter", Group: Recursive, Source: evenodd.Source,
		Func: "Female", Lanes: 50_000, Make: func(lanes int) Data {
			n := ints(lanes, 15, 0, 24)
			return oneResult(lanes, lockstep.Inputs{"n": n}, func(i int) int { return evenodd.Female(n[i]) })
		}},
	{Name: "nqueens", Group: Recursive, Source: nqueens.Source,
		Func: "Completions", Lanes: 100_000, Make: func(lanes int) Data {
			n, first, second := ints(lanes, 16, 6, 10), ints(lanes, 17, 0, 9), ints(lanes, 18, 0, 9)
			return oneResult(lanes, lockstep.Inputs{"n": n, "first": first, "second": second},
				func(i int) int { return nqueens.Completions(n[i], first[i], second[i]) })
		}},
}
