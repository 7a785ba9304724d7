package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
)

// function is a part of a lowered program that calls go to, or its main function.
type function struct {
	entry  string
	blocks []string // from the entry on, calls taken for steps to where they return
	sites  []string // the blocks to which its returns go; of the main function, the exit
}

func (f *function) has(block string) bool { return slices.Contains(f.blocks, block) }

// functions takes a lowered program apart. The main function comes first. A block may be in
// several.
func functions(blocks []*program.Block) []*function {
	byName := blocksByName(blocks)
	main := &function{entry: blocks[0].Name, sites: []string{program.Exit}}
	list := []*function{main}
	for _, b := range blocks {
		call, ok := b.Term.(program.PushGotoOp)
		if !ok {
			continue
		}
		i := slices.IndexFunc(list[1:], func(f *function) bool { return f.entry == call.Target })
		if i < 0 {
			i = len(list) - 1
			list = append(list, &function{entry: call.Target})
		}
		if f := list[1+i]; !slices.Contains(f.sites, call.Return) {
			f.sites = append(f.sites, call.Return)
		}
	}
	for _, f := range list {
		var visit func(name string)
		visit = func(name string) {
			b := byName[name]
			if b == nil || f.has(name) {
				return
			}
			f.blocks = append(f.blocks, name)
			for _, to := range inside(b.Term) {
				visit(to)
			}
		}
		visit(f.entry)
	}
	return list
}

func blocksByName(blocks []*program.Block) map[string]*program.Block {
	byName := map[string]*program.Block{}
	for _, b := range blocks {
		byName[b.Name] = b
	}
	return byName
}

// inside are the blocks of the same function to which control goes from one.
func inside(t program.Terminator) []string {
	if call, ok := t.(program.PushGotoOp); ok {
		return []string{call.Return}
	}
	return targets(t)
}

// returns finds, for each block that returns, the blocks to which it may.
func returns(blocks []*program.Block) map[string][]string {
	list := map[string][]string{}
	for _, f := range functions(blocks) {
		for _, b := range blocks {
			if _, ok := b.Term.(program.IndirectGotoOp); !ok || !f.has(b.Name) {
				continue
			}
			for _, s := range f.sites {
				if !slices.Contains(list[b.Name], s) {
					list[b.Name] = append(list[b.Name], s)
				}
			}
		}
	}
	return list
}

// ahead are the labels to which control goes from a block, in the order in which they best stand
// behind it. A call comes before what does not call, since it needs most of what the block has
// computed; to where it returns, control comes from returns, so that phases behind calls stand
// behind those that return to them.
func ahead(b *program.Block, blocks map[string]*program.Block, returns map[string][]string) []string {
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
	rank := func(name string) int {
		if to := blocks[name]; to != nil {
			if _, ok := to.Term.(program.PushGotoOp); ok {
				return 0
			}
		}
		return 1
	}
	sorting.By(list, func(x, y string) int { return rank(x) - rank(y) })
	return list
}
