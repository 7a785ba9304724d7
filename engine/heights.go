package engine

import (
	"github.com/lockstep-simt/lockstep/program"
)

// heights is what a function does to the stack of a variable, against what it finds: how much
// more there is at most and at least while it runs itself, and when it returns.
type heights struct {
	most, least, net int
	returns          bool
}

// heightsOf finds what each function does to the stack of a variable. That each block is always
// reached at one height is among what a lowered program is verified for.
func heightsOf(fs []*function, blocks map[string]*program.Block, name string) map[string]*heights {
	all := map[string]*heights{}
	for _, f := range fs {
		all[f.entry] = &heights{}
	}
	for known := -1; ; {
		n := 0
		for _, f := range fs {
			if all[f.entry].follow(f, blocks, name, all); all[f.entry].returns {
				n++
			}
		}
		if n == known { // once more, with all that return
			return all
		}
		known = n
	}
}

// follow goes through the blocks of a function, behind calls of others if it is known what
// those do.
func (h *heights) follow(f *function, blocks map[string]*program.Block, name string, all map[string]*heights) {
	at := map[string]int{f.entry: 0}
	for todo := []string{f.entry}; len(todo) > 0; {
		b := blocks[todo[0]]
		todo = todo[1:]
		now := at[b.Name]
		for _, in := range b.Instrs {
			switch {
			case pops(in, name):
				now--
			case pushes(in, name):
				now++
			}
			h.most, h.least = max(h.most, now), min(h.least, now)
		}
		switch t := b.Term.(type) {
		case program.IndirectGotoOp:
			h.net, h.returns = now, true
		case program.PushGotoOp:
			if to := all[t.Target]; to == nil || !to.returns {
				continue
			} else {
				now += to.net
			}
		}
		for _, to := range inside(b.Term) {
			if _, seen := at[to]; !seen && to != program.Exit {
				at[to] = now
				todo = append(todo, to)
			}
		}
	}
}
