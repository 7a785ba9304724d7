package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// returns finds, for each block that returns, the blocks to which it may: those that calls of
// the functions it is in return to, and the exit if it is in the main function.
func returns(blocks []*program.Block) map[string][]string {
	byName := map[string]*program.Block{}
	for _, b := range blocks {
		byName[b.Name] = b
	}
	list := map[string][]string{}
	// follow adds the sites to the returns behind a block, in the same function.
	follow := func(from string, sites []string) {
		seen := map[string]bool{}
		var visit func(name string)
		visit = func(name string) {
			b := byName[name]
			if b == nil || seen[name] {
				return
			}
			seen[name] = true
			switch t := b.Term.(type) {
			case program.PushGotoOp:
				visit(t.Return)
			case program.IndirectGotoOp:
				for _, s := range sites {
					if !slices.Contains(list[name], s) {
						list[name] = append(list[name], s)
					}
				}
			default:
				for _, to := range targets(t) {
					visit(to)
				}
			}
		}
		visit(from)
	}
	follow(blocks[0].Name, []string{program.Exit})
	sites := map[string][]string{} // of each function's first block
	var functions []string
	for _, b := range blocks {
		if call, ok := b.Term.(program.PushGotoOp); ok {
			if sites[call.Target] == nil {
				functions = append(functions, call.Target)
			}
			if !slices.Contains(sites[call.Target], call.Return) {
				sites[call.Target] = append(sites[call.Target], call.Return)
			}
		}
	}
	for _, f := range functions {
		follow(f, sites[f])
	}
	return list
}

// ahead are the labels to which control goes from a block, in the order in which they best stand
// behind it. A call comes before what does not call, since it needs most of what the block has
// computed; to where it returns, control comes from returns, so that phases behind calls stand
// behind those that return to them.
func (g *graph) ahead(b *program.Block, returns map[string][]string) []string {
	switch t := b.Term.(type) {
	case program.PushGotoOp:
		for _, sites := range returns {
			if slices.Contains(sites, t.Return) {
				return []string{t.Target}
			}
		}
		return []string{t.Target, t.Return} // nobody returns
	case program.IndirectGotoOp:
		return returns[b.Name]
	}
	list := targets(b.Term)
	calls := func(name string) bool {
		i := slices.IndexFunc(g.prog.Graph.Blocks, func(b *program.Block) bool { return b.Name == name })
		if i < 0 {
			return false
		}
		_, ok := g.prog.Graph.Blocks[i].Term.(program.PushGotoOp)
		return ok
	}
	slices.SortStableFunc(list, func(x, y string) int {
		switch {
		case calls(x) == calls(y):
			return 0
		case calls(x):
			return -1
		}
		return 1
	})
	return list
}
