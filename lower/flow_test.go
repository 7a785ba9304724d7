package lower

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A block dominates another exactly if removing it leaves no way there, and two
// blocks are in one component exactly if there is a way there and back.
func TestGraphsByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		g := &program.ControlFlowGraph{}
		n := 2 + r.IntN(9)
		label := func() string { return fmt.Sprint("b", r.IntN(n)) }
		for i := range n {
			blk := &program.Block{Name: fmt.Sprint("b", i), Term: program.GotoOp{Target: label()}}
			if r.IntN(2) == 0 {
				blk.Term = program.BranchOp{Then: label(), Else: label()}
			}
			g.Blocks = append(g.Blocks, blk)
		}
		f := newFlow(g)
		reach := func(from, without int) bitset {
			seen := newBitset(n + 1)
			if from == without {
				return seen
			}
			seen.add(from)
			for work := []int{from}; len(work) > 0; {
				b := work[0]
				work = work[1:]
				for _, s := range f.succs[b] {
					if s != without && !seen.has(s) {
						seen.add(s)
						work = append(work, s)
					}
				}
			}
			return seen
		}

		d := newDominators(f)
		all := reach(0, -1)
		for a := range n {
			left := reach(0, a)
			for b := range n {
				if all.has(a) && all.has(b) {
					require.Equal(t, !left.has(b), d.dominates(a, b), "%d over %d in %v", a, b, f.succs)
				}
			}
		}

		of, members := components(f.succs)
		for a := range n {
			require.Contains(t, members[of[a]], a)
			for b := range n {
				require.Equal(t, reach(a, -1).has(b) && reach(b, -1).has(a), of[a] == of[b])
			}
			for _, s := range f.succs[a] {
				require.LessOrEqual(t, of[s], of[a], "what is led to comes first")
			}
		}
		order := f.postorder()
		require.Equal(t, 0, order[len(order)-1])
		for b := range n {
			require.Equal(t, all.has(b), slices.Contains(order, b))
		}
	}
}
