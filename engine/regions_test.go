package engine

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lower"
)

// TestRegions says which loops run inside a turn, which variables are the same for all lanes
// then, and which accesses to arrays are known to exist.
func TestRegions(t *testing.T) {
	for _, c := range []struct {
		name, text string
		regions    int    // loops that run inside a turn
		atOnce     int    // of them, those that all lanes leave at once
		same       string // what all lanes have the same value of
		checked    int    // accesses that are checked
	}{
		{"a loop that ends by a lane's own value is the turn",
			`func F(x float64) int { n := 0; for x > 1 { x *= 0.5; n++ }; return n }`, 0, 0, "", 0},
		{"a counted loop, whose counter is set where lanes begin", `func F(x float64) float64 {
			var v [40]float64
			for i := range v { v[i] = x; x *= 0.5 }
			return v[39] }`, 1, 1, "F.t", 0},
		{"a loop inside it, as long as the counter outside says", `func F(x float64) float64 {
			var v [40]float64
			for i := range v { v[i] = x; x *= 0.5 }
			for n := 39; n >= 0; n-- { for i := 0; i <= n; i++ { v[i] += v[n] } }
			return v[0] }`, 3, 3, "F.i F.n F.t", 0},
		{"lanes leave in different rounds, and the counter is an index", `func F(x float64, n int) float64 {
			var v [40]float64
			for i := 0; i < 40 && x > 0.1; i++ { v[i] = x; x *= 0.5 }
			return v[n&31] }`, 1, 0, "", 0},
		{"an index of a lane's own", `func F(x float64, n int) float64 {
			var v [40]float64
			for i := range v { v[i] = x; x *= 0.5 }
			return v[n] }`, 1, 1, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := lowered(t, c.text, lower.Without("unroll"))
			g, err := newHostingGraph(p, noHosts, UsualNesting)
			require.NoError(t, err)
			require.Equal(t, c.regions, g.countRegions(g.regions))
			atOnce := 0
			var visit func(list []*region)
			visit = func(list []*region) {
				for _, r := range list {
					if r.atOnce {
						atOnce++
					}
					visit(r.inner)
				}
			}
			visit(g.regions)
			require.Equal(t, c.atOnce, atOnce)
			if c.same != "" {
				require.Equal(t, c.same, strings.Join(slices.Sorted(maps.Keys(g.same)), " "))
			}
			checked := 0
			for b := range g.blocks {
				if g.mayFault(b) {
					checked++
				}
			}
			require.Equal(t, c.checked, checked)
		})
	}
}

// TestNesting says which of the loops that lanes leave one by one run inside a turn: those in other loops, as each turn
// would cost a round of them. Where it may be the one or the other, both are measured.
func TestNesting(t *testing.T) {
	const root = `
		func root(x float64) float64 {
			y := x
			for range 50 { if d := (y*y - x) / (2*y); d > 1e-9*y { y -= d } else { break } }
			return y
		}`
	for _, c := range []struct {
		name, text string
		regions    int // loops that run inside a turn
		measured   bool
	}{
		{"one loop", `func F(x float64) float64 { return root(x) }`, 0, false},
		{"one loop in another", `func F(x float64, n int) float64 {
			for i := 0; i < n; i++ { x += root(x) }
			return x }`, 1, true},
		{"one after the other", `func F(x float64) float64 { return root(root(x)) }`, 0, true},
		{"one after the other in a loop", `func F(x float64, n int) float64 {
			for i := 0; i < n; i++ { x += root(root(x) + 1) }
			return x }`, 2, true},
		{"in a function that several places of a loop call", `
			func golden(f func(float64) float64, a, b float64) float64 {
				c, d := b-(b-a)*0.618, a+(b-a)*0.618
				fc, fd := f(c), f(d)
				for b-a > 1e-5 {
					if fc < fd {
						b, d, fd = d, c, fc
						c = b - (b-a)*0.618
						fc = f(c)
					} else {
						a, c, fc = c, d, fd
						d = a + (b-a)*0.618
						fd = f(d)
					}
				}
				return f((a + b) / 2)
			}
			func far(x, y float64) float64 { return (x*x + y*y) / (x/(1+y*y) + y/(1+x*x) + 3) }
			func F(h float64) float64 {
				return golden(func(u float64) float64 {
					return golden(func(w float64) float64 { return far(u, h) + far(w-u, h) + far(3-w, 1) }, 0, 3)
				}, 0, 3)
			}`, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := lowered(t, c.text+root)
			g, err := newHostingGraph(p, noHosts, UsualNesting)
			require.NoError(t, err)
			require.Equal(t, c.regions, g.countRegions(g.regions))
			require.Equal(t, c.measured, g.nestings)
			if !c.measured {
				return
			}
			other, err := newHostingGraph(p, noHosts, g.nesting.others()[0])
			require.NoError(t, err)
			require.NotEqual(t, c.regions, other.countRegions(other.regions))
		})
	}
}

// TestNestingOfRows has an integrator, whose lanes take different numbers of steps, and each step goes over an array.
// Its loop is the turn, and the loops over the array run inside: they alone take rows.
func TestNestingOfRows(t *testing.T) {
	p := lowered(t, `func F(x, end float64) float64 {
		var y, d [40]float64
		for i := range y { y[i] = x + float64(i) }
		for s, h := 0.0, x; s < end; s += h {
			for i := range y { d[i] = y[39-i] - y[i] }
			for i := range y { y[i] += h * d[i] }
			h = 0.1 + 0.01*(y[0]*y[0])
		}
		return y[0] + y[11]
	}`)
	for nesting, outer := range map[Nesting]bool{FewLoops: true, InnerLoops: false, UsualNesting: false} {
		g, err := newHostingGraph(p, noHosts, nesting)
		require.NoError(t, err)
		require.Equal(t, nesting != FewLoops, g.nestings)
		around := slices.ContainsFunc(g.regions, func(r *region) bool { return len(r.inner) > 0 })
		require.Equal(t, outer, around, nesting)
		require.NotEmpty(t, g.regions)
	}
}
