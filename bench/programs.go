package bench

import (
	"math/rand/v2"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench/programs"
)

// trees is what the workload forest asks.
var trees = newForest(32, 8)

// programWorkloads are functions of package programs.
var programWorkloads = []Workload{
	{Name: "option-tree", Group: Uniform, Source: programs.OptionTree,
		Func: "American", Lanes: 10_000, Make: func(lanes int) Data {
			spot, strike, rate := floats(lanes, 50, 60, 140), floats(lanes, 51, 80, 120), floats(lanes, 52, 0.005, 0.08)
			vol, years := floats(lanes, 53, 0.1, 0.6), floats(lanes, 54, 0.05, 2)
			return oneResult(lanes,
				lockstep.Inputs{"spot": spot, "strike": strike, "rate": rate, "vol": vol, "years": years},
				func(i int) float64 { return programs.American(spot[i], strike[i], rate[i], vol[i], years[i]) })
		}},
	{Name: "interpreter", Group: Divergent, Source: programs.Interpreter,
		Func: "Execute", Lanes: 100_000, Make: func(lanes int) Data {
			which, x, y := ints(lanes, 55, 0, 4), ints(lanes, 56, 1, 60), ints(lanes, 57, 1, 16)
			a, b := make([]int64, lanes), make([]int64, lanes)
			for i := range lanes {
				a[i], b[i] = int64(x[i]), int64(y[i])
			}
			answer, steps := make([]int64, lanes), make([]int, lanes)
			return Data{
				Inputs: lockstep.Inputs{"which": which, "a": a, "b": b},
				Loop: func() {
					for i := range lanes {
						answer[i], steps[i] = programs.Execute(which[i], a[i], b[i])
					}
				},
				Results: Columns{"answer": answer, "steps": steps},
			}
		}},
	{Name: "switch-loop", Group: Divergent, Source: programs.SwitchLoop,
		Func: "Transfer", Lanes: 100_000, Make: func(lanes int) Data {
			r := rand.New(rand.NewPCG(58, 0))
			seed := make([]uint64, lanes)
			for i := range seed {
				seed[i] = r.Uint64() | 1
			}
			packets, loss, deadline := ints(lanes, 59, 5, 100), ints(lanes, 60, 0, 300), ints(lanes, 61, 200, 600)
			elapsed, lost := make([]int, lanes), make([]int, lanes)
			return Data{
				Inputs: lockstep.Inputs{"seed": seed, "packets": packets, "lossPerMille": loss, "deadline": deadline},
				Loop: func() {
					for i := range lanes {
						elapsed[i], lost[i] = programs.Transfer(seed[i], packets[i], loss[i], deadline[i])
					}
				},
				Results: Columns{"elapsed": elapsed, "lost": lost},
			}
		}},
	{Name: "lorenz", Group: Divergent, Source: programs.Lorenz,
		Func: "Orbit", Lanes: 20_000, Make: func(lanes int) Data {
			x, y, z := floats(lanes, 62, -15, 15), floats(lanes, 63, -20, 20), floats(lanes, 64, 5, 40)
			rho, step, steps := floats(lanes, 65, 20, 35), floats(lanes, 66, 0.002, 0.02), ints(lanes, 67, 20, 200)
			xs, ys, zs := make([]float64, lanes), make([]float64, lanes), make([]float64, lanes)
			return Data{
				Inputs: lockstep.Inputs{"x": x, "y": y, "z": z, "rho": rho, "step": step, "steps": steps},
				Loop: func() {
					for i := range lanes {
						xs[i], ys[i], zs[i] = programs.Orbit(x[i], y[i], z[i], rho[i], step[i], steps[i])
					}
				},
				Results: Columns{"r0": xs, "r1": ys, "r2": zs},
			}
		}},
	{Name: "forest", Group: Divergent, Source: programs.Forest, Func: "Score", Lanes: 20_000,
		Uniforms: Columns{
			"roots": trees.roots, "feature": trees.feature, "threshold": trees.threshold,
			"left": trees.left, "right": trees.right, "value": trees.value,
		},
		Make: func(lanes int) Data {
			x, f := floats(8*lanes, 68, 0, 1), trees
			return oneResult(lanes, lockstep.Inputs{"x": x}, func(i int) float64 {
				return programs.Score([8]float64(x[8*i:]), f.roots, f.feature, f.threshold, f.left, f.right, f.value)
			})
		}},
	{Name: "potential", Group: Divergent, Source: programs.Potential,
		Func: "Flight", Lanes: 20_000, Make: func(lanes int) Data {
			x, y := floats(lanes, 69, -5, 5), floats(lanes, 70, -5, 5)
			vx, vy := floats(lanes, 71, -2, 2), floats(lanes, 72, -2, 2)
			step, limit := floats(lanes, 73, 0.01, 0.05), ints(lanes, 74, 50, 400)
			radius, speed, steps := make([]float64, lanes), make([]float64, lanes), make([]int, lanes)
			return Data{
				Inputs: lockstep.Inputs{"x": x, "y": y, "vx": vx, "vy": vy, "step": step, "limit": limit},
				Loop: func() {
					for i := range lanes {
						radius[i], speed[i], steps[i] = programs.Flight(x[i], y[i], vx[i], vy[i], step[i], limit[i])
					}
				},
				Results: Columns{"radius": radius, "speed": speed, "steps": steps},
			}
		}},
	{Name: "incomplete-gamma", Group: Divergent, Source: programs.Gamma,
		Func: "GammaP", Lanes: 100_000, Make: func(lanes int) Data {
			a, x := floats(lanes, 79, 0.5, 20), floats(lanes, 80, 0.2, 2)
			for i := range x {
				x[i] *= a[i]
			}
			return oneResult(lanes, lockstep.Inputs{"a": a, "x": x},
				func(i int) float64 { return programs.GammaP(a[i], x[i]) })
		}},
	{Name: "edit-distance", Group: Divergent, Source: programs.EditDistance,
		Func: "Distance", Lanes: 100_000, Make: func(lanes int) Data {
			a, b := wordPairs(lanes)
			return oneResult(lanes, lockstep.Inputs{"a": a, "b": b},
				func(i int) int { return programs.Distance(a[i], b[i]) })
		}},
	{Name: "quadrature-rational", Group: Recursive, Source: programs.Rational,
		Func: "Area", Lanes: 50_000, Make: func(lanes int) Data {
			a, b := floats(lanes, 75, 0, 3), floats(lanes, 76, 0.2, 3)
			for i := range b {
				b[i] += a[i]
			}
			return oneResult(lanes, lockstep.Inputs{"a": a, "b": b},
				func(i int) float64 { return programs.Area(a[i], b[i]) })
		}},
	{Name: "ackermann", Group: Recursive, Source: programs.Ackermann,
		Func: "Ack", Lanes: 20_000, Make: func(lanes int) Data {
			m, n := ints(lanes, 77, 0, 4), ints(lanes, 78, 0, 5)
			return oneResult(lanes, lockstep.Inputs{"m": m, "n": n},
				func(i int) int { return programs.Ack(m[i], n[i]) })
		}},
	{Name: "solve-pivot", Group: Uniform, Source: programs.Elimination,
		Func: "Solve", Lanes: 20_000, Make: func(lanes int) Data {
			a, b, x := floats(25*lanes, 79, -1, 1), floats(5*lanes, 80, -1, 1), make([]float64, 5*lanes)
			systems := make([][5][5]float64, lanes)
			for i := range a {
				systems[i/25][i/5%5][i%5] = a[i]
			}
			return Data{
				Inputs: lockstep.Inputs{"a": a, "b": b},
				Loop: func() {
					for i, m := range systems {
						one := programs.Solve(m, [5]float64(b[5*i:]))
						copy(x[5*i:], one[:])
					}
				},
				Results: Columns{"r0": x},
			}
		}},
	{Name: "permutations", Group: Recursive, Source: programs.ShortestTour,
		Func: "Tour", Lanes: 10_000, Make: func(lanes int) Data {
			x, y := floats(6*lanes, 81, 0, 1), floats(6*lanes, 82, 0, 1)
			return oneResult(lanes, lockstep.Inputs{"x": x, "y": y}, func(i int) float64 {
				return programs.Tour([6]float64(x[6*i:]), [6]float64(y[6*i:]))
			})
		}},
	{Name: "search-tree", Group: Recursive, Source: programs.SearchTree,
		Func: "Height", MakeCap: 32, Lanes: 20_000, Make: func(lanes int) Data {
			keys, seeds := ints(lanes, 81, 8, 33), make([]uint32, lanes)
			for i := range seeds {
				seeds[i] = uint32(i) * 2654435761
			}
			return oneResult(lanes, lockstep.Inputs{"keys": keys, "seed": seeds},
				func(i int) int { return programs.Height(keys[i], seeds[i]) })
		}},
	{Name: "quicksort", Group: Recursive, Source: programs.Sorting,
		Func: "Quicksort", Lanes: 20_000, Make: func(lanes int) Data {
			x, sorted := floats(24*lanes, 83, 0, 1), make([]float64, 24*lanes)
			return Data{
				Inputs: lockstep.Inputs{"x": x},
				Loop: func() {
					for i := range lanes {
						one := programs.Quicksort([24]float64(x[24*i:]))
						copy(sorted[24*i:], one[:])
					}
				},
				Results: Columns{"r0": sorted},
			}
		}},
	{Name: "queens-board", Group: Recursive, Source: programs.Queens,
		Func: "Board", Lanes: 10_000, Make: func(lanes int) Data {
			n, first := ints(lanes, 84, 5, 9), ints(lanes, 85, 0, 5)
			return oneResult(lanes, lockstep.Inputs{"n": n, "first": first},
				func(i int) int { return programs.Board(n[i], first[i]) })
		}},
}
