package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestWrittenEverywhere has an integrator whose lanes take different numbers of steps. What it makes of its array in
// each step nobody else needs, and it is written in all lanes; the array itself is that of lanes too which are done.
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
		return y[0] + y[11]
	}`)
	g, err := newHostingGraph(p, noHosts, UsualNesting)
	require.NoError(t, err)
	f := g.newPhases("phases", runnable(t)[0])
	writes := map[string][]bool{}
	for b := range g.blocks {
		for i, in := range g.blocks[b].Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || g.part[b] != turning || !g.isArray(op.Out[0].Name) {
				continue
			}
			f.at = site{b, i}
			writes[op.Out[0].Name] = append(writes[op.Out[0].Name], f.everywhere(op.Out[0].Name))
		}
	}
	require.Equal(t, map[string][]bool{"F.d": {true, true}, "F.y": {false, false}}, writes)
}
