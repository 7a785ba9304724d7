package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// TestWrittenEverywhere has an integrator whose lanes take different numbers of steps. What it makes of its array in
// each step nobody else needs, and it is written in all lanes; the array itself is that of lanes too which are done. So
// it is while lanes end, of which others are in the turn.
func TestWrittenEverywhere(t *testing.T) {
	p := lowered(t, `func F(x, end float64) float64 {
		var y, d [40]float64
		for i := range y { y[i] = x + float64(i) }
		for s, h := 0.0, x; s < end; s += h {
			d = [40]float64{}
			for i := range y { d[i] += y[39-i] - y[i] }
			for i := range y { y[i] += h * d[i] }
			h = 0.1 + 0.01*(y[0]*y[0])
		}
		y[int(end)&7] = x
		return y[0] + y[11]
	}`)
	g, err := newHostingGraph(p, noHosts, UsualNesting)
	require.NoError(t, err)
	f := g.newPhases("phases", runnable(t)[0])
	writes, outside := map[string][]bool{}, 0
	for b := range g.blocks {
		for i, in := range g.blocks[b].Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || !g.isArray(op.Out[0].Name) {
				continue
			}
			if f.at = (site{b, i}); g.part[b] != turning {
				outside++
				require.False(t, f.everywhere(op.Out[0].Name))
				continue
			}
			writes[op.Out[0].Name] = append(writes[op.Out[0].Name], f.everywhere(op.Out[0].Name))
		}
	}
	require.Equal(t, map[string][]bool{"F.d": {true, true}, "F.y": {false, false}}, writes)
	require.Positive(t, outside)
}

// TestNobodyElsewhere says which arrays loops write in all lanes since nobody is elsewhere who needs them. Results are
// those of the machine, also where some lanes of a group have no input.
func TestNobodyElsewhere(t *testing.T) {
	skipWithout(t)
	for _, c := range []struct {
		name, text string
		want       bool // whether F.v is written everywhere in all loops
	}{
		{"all lanes leave all loops at once", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for k := 18; k >= 0; k-- { for i := 0; i <= k; i++ { v[i] = v[i]*x + v[i+1] } }
			return v[0] }`, true},
		{"all lanes pass by a loop or none does", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for k := range 20 { for i := 12; i < k; i++ { v[i] = v[i]*x + v[k] } }
			return v[15] }`, true},
		{"some lanes pass by a loop", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for k := range 20 { if n > k { for i := 0; i < k; i++ { v[i] = v[i]*x + v[k] } } }
			return v[5] + v[15] }`, false},
		{"some lanes come to the loop another way", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for k := range 20 {
				i := 3
				if n > k { i = 7 } else if k > 15 { v[k] = x; continue }
				for ; i < k; i++ { v[i] = v[i]*x + v[k] }
			}
			return v[5] + v[15] }`, false},
		{"lanes have left an outer loop in a round before", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for k := 0; k < 19 && k <= n&15; k++ { for i := 0; i <= k; i++ { v[i] = v[i]*x + v[i+1] } }
			return v[5] + v[15] }`, false},
		{"lanes end before", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			if n > 0 { return v[n&15] }
			for k := 18; k >= 0; k-- { for i := 0; i <= k; i++ { v[i] = v[i]*x + v[i+1] } }
			return v[0] }`, false},
		{"lanes pass by the loop, from their beginning to their end", `func F(x float64, n int) float64 {
			var v [20]float64
			v[3] = x
			if n > 0 {
				for k := range v { v[k] += x }
			}
			return v[3] }`, false},
		{"lanes wait in a loop of their own", `func F(x float64, n int) float64 {
			var v [20]float64
			for i := range v { v[i] = x; x *= 0.7 }
			for n > 0 {
				n /= 2
				for k := 18; k >= 0; k-- { for i := 0; i <= k; i++ { v[i] = v[i]*x + v[i+1] } }
			}
			return v[0] }`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := lowered(t, c.text, lower.Without("unroll"))
			g, err := newHostingGraph(p, noHosts, UsualNesting)
			require.NoError(t, err)
			f := g.newPhases("phases", runnable(t)[0])
			everywhere := true
			for b := range g.blocks {
				for i, in := range g.blocks[b].Instrs {
					if op, ok := in.(*program.PrimOp); ok && op.Out[0].Name == "F.v" && len(g.nests[b]) > 0 {
						f.at = site{b, i}
						everywhere = everywhere && f.everywhere("F.v")
					}
				}
			}
			require.Equal(t, c.want, everywhere)
			compareSizes(t, p, 9, 1003)
		})
	}
}
