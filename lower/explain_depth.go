package lower

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// DepthProof bounds the number of return blocks that one lane ever has saved.
type DepthProof struct {
	Bounded bool
	Max     int      // if bounded
	Chain   []string // if bounded, the calls of a longest chain; otherwise functions that call each other
}

// String returns a sentence: "at most 2 calls are pending: f, g".
func (d DepthProof) String() string {
	chain := strings.Join(d.Chain, ", ")
	switch {
	case !d.Bounded && len(d.Chain) == 1:
		return "no bound on pending calls: " + chain + " calls itself"
	case !d.Bounded:
		return "no bound on pending calls: " + chain + " call each other"
	case d.Max == 0:
		return "no call is ever pending"
	case d.Max == 1:
		return "at most 1 call is pending: " + chain
	}
	return fmt.Sprintf("at most %d calls are pending: %s", d.Max, chain)
}

// entered is one way from a body into another, or back into itself.
type entered struct {
	from, to int  // bodies
	saves    bool // by a pushgoto; a tail jump saves nothing
}

// pendingCalls computes the bound for a lowered program. There is none exactly
// if some pushgoto enters a body from which control can come back to the
// pushgoto without a return: both are in one component of the graph of bodies.
func pendingCalls(p *program.Program) DepthProof {
	names, ways := bodyGraph(p)
	succs := make([][]int, len(names))
	for _, w := range ways {
		succs[w.from] = append(succs[w.from], w.to)
	}
	of, members := flow.Components(succs)
	for _, w := range ways {
		if w.saves && of[w.from] == of[w.to] {
			var circle []string
			for _, m := range members[of[w.from]] {
				circle = append(circle, names[m])
			}
			return DepthProof{Chain: circle}
		}
	}
	// Components come after what they lead to, so one sweep finds the longest
	// chains.
	chains := make([][]string, len(members))
	for c := range members {
		for _, w := range ways {
			if of[w.from] != c {
				continue
			}
			chain := chains[of[w.to]]
			if w.saves {
				chain = append([]string{names[w.to]}, chain...)
			}
			if len(chain) > len(chains[c]) {
				chains[c] = chain
			}
		}
	}
	chain := chains[of[0]]
	return DepthProof{Bounded: true, Max: len(chain), Chain: chain}
}

// bodyGraph lists the bodies of a lowered program, main first, and the ways
// between them. A body starts at the entry of the program or of a function, or
// at the target of a pushgoto; the blocks that calls return to are part of it.
func bodyGraph(p *program.Program) (names []string, ways []entered) {
	f := program.NewShape(&p.Graph)
	if len(f.Blocks) == 0 {
		return []string{program.MainName}, nil
	}
	bodyAt := map[int]int{} // entry block to body
	var entries []int
	start := func(entry int, name string) {
		if _, ok := bodyAt[entry]; !ok {
			bodyAt[entry] = len(names)
			names, entries = append(names, name), append(entries, entry)
		}
	}
	start(0, program.MainName)
	for _, fn := range p.Functions {
		start(f.Index(fn.Entry), fn.Name)
	}
	for _, blk := range f.Blocks {
		if t, ok := blk.Term.(program.PushGotoOp); ok {
			start(f.Index(t.Target), t.Target)
		}
	}

	for from, entry := range entries {
		work, seen := []int{entry}, map[int]bool{entry: true}
		for len(work) > 0 {
			i := work[0]
			work = work[1:]
			if t, ok := f.Blocks[i].Term.(program.PushGotoOp); ok {
				ways = append(ways, entered{from, bodyAt[f.Index(t.Target)], true})
			}
			for _, n := range f.Succs[i] {
				if to, ok := bodyAt[n]; ok {
					ways = append(ways, entered{from, to, false})
				} else if n != f.Exit() && !seen[n] {
					seen[n] = true
					work = append(work, n)
				}
			}
		}
	}
	return names, ways
}
