package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

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
