package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// random is the start of functions whose lanes take arms in rounds of their own.
const random = `import "math"
	func next(s uint64) uint64 { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s }
	func far(x float64) float64 { return math.Log(x*x+1) + math.Exp(-x) }
	`

// TestGates says before which arms lanes wait for each other. Results are those of the machine.
func TestGates(t *testing.T) {
	skipWithout(t)
	for _, c := range []struct {
		name, text string
		gates      int
	}{
		{"a loop that each lane comes to in a round of its own", `func F(n int, x float64) float64 {
			n &= 63
			for i := 0; i < n; i++ {
				if (i+n)&7 == 7 { for k := 0; k < 20; k++ { x = x*0.9 + 1/(x+2) } }
				x += 0.125
			}
			return x }`, 1},
		{"functions that few lanes take", random + `func F(n int, x float64) float64 {
			s := uint64(n) | 1
			for range n & 63 {
				if s = next(s); s&15 == 0 { x = far(x) }
				x += float64(s>>40) / 16777216
			}
			return x }`, 1},
		{"an arm in a loop in a loop, which is not inside a turn", random + `func F(n int, x float64) (sum float64) {
			s := uint64(n) | 1
			for range n & 15 {
				y := x
				for range 5 { if s = next(s); s&15 == 0 { y = far(y) }; y += float64(s>>40) / 16777216 }
				sum += y
			}
			return sum }`, 1},
		{"the part of an arm that costs most", random + `func F(n int, x float64) float64 {
			s := uint64(n) | 1
			for range n & 63 {
				s = next(s)
				if s&3 == 0 { x = -x; if s&12 == 0 { x = far(x) } }
				x += float64(s>>40) / 16777216
			}
			return x }`, 1},
		{"two loops, and a lane takes one", `func F(n int, x float64) float64 {
			for n > 0 {
				if n /= 2; n&3 == 1 {
					for k := 0; k < n&15; k++ { x = x*0.9 + 1/(x+2) }
				} else if n&3 == 2 {
					for k := 0; k < n&7; k++ { x = 1/(x*x+1) - 2/(x+3) }
				}
			}
			return x }`, 2},
		{"lanes that fault behind a gate, and that read arrays there", random + `func F(n int, x float64) float64 {
			var a [9]float64
			s := uint64(n) | 1
			for i := range n & 63 {
				s = next(s)
				if s&15 == 0 { a[i&15] = far(x); for k := 1; k < 9; k++ { a[k-1] = a[k]*a[k]/(a[k-1]+2) + x } }
				x += float64(s>>40) / 16777216
			}
			return x + a[0] + a[7] }`, 1},
		{"what is left of a loop", random + `func F(n int, x float64) float64 {
			s := uint64(n) | 1
			for {
				if s = next(s); s&15 == 0 { if x = far(x); s&16 == 0 { return x } }
				x += float64(s>>40) / 16777216
			} }`, 1},
		{"an arm that costs little", `func F(n int, x float64) float64 {
			for n > 0 { if n&7 == 0 { x += 3 }; n -= 3; x *= 0.5 }
			return x }`, 0},
		{"an arm that all lanes take in the same round", random + `func F(n int, x float64) float64 {
			for i := range 30 { if i&7 == 3 { x = far(x) }; x += 0.5 }
			return x }`, 0},
		{"the body of a loop", random + `func F(n int, x float64) float64 {
			for n > 0 { x = far(x); n -= 30 }
			return x }`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := lowered(t, c.text)
			g, err := newHostingGraph(p, noHosts, GatedLoops)
			require.NoError(t, err)
			require.Len(t, g.gates, c.gates)
			require.True(t, c.gates == 0 || g.mayGate)
			compareSizes(t, p, 9, 1003)
		})
	}
}

// A loop that no lane comes to, which has no block in the graph, has no arms.
func TestNoArms(t *testing.T) {
	g, err := newHostingGraph(lowered(t, `func F(n int) int { for n > 9 { n /= 2 }; return n }`), noHosts, GatedLoops)
	require.NoError(t, err)
	a := g.arms(g.succs)
	a.blocks = nil
	require.False(t, a.costlyIn(g.info.Loops()[0]))
}

// Some lanes wait at a gate and others for Go, neither of them enough: all have the machine's results.
func TestGatesAndHosts(t *testing.T) {
	skipWithout(t)
	p := lowered(t, random+`func F(n int, x float64) float64 {
		s := uint64(n) | 1
		for range n & 63 {
			if s = next(s); (s^uint64(n))&1 == 0 { x = far(x) } else if s&6 == 0 || n&256 == 0 { x = math.Sin(x) }
			x += float64(s>>40) / 16777216
		}
		return x }`)
	machine, err := batch.Compile(p)
	require.NoError(t, err)
	host := func(op program.Opcode) bool { return strings.Contains(op.String(), "sin") }
	for _, nesting := range []Nesting{GatedLoops, AllGated} {
		for groups := 1; groups <= usualGroups; groups++ {
			c := code(t, p, Options{Machine: usual(), Groups: groups, Nesting: nesting, Host: host}, groups&1 == 0)
			require.NotEmpty(t, c.graph.gates)
			require.NotEmpty(t, c.graph.hosts)
			for lanes := range 9 { // few, so that neither are enough
				in := inputs(machine.Params(), 1+lanes)
				want, err := machine.Run(context.Background(), in)
				require.NoError(t, err)
				compareRun(t, c, in, want, 1+lanes, 1)
			}
		}
	}
}
