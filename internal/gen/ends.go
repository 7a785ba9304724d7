package gen

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// ends reports whether every lane of a lowered program ends soon: no block is
// reached from itself, nothing is called that returns, and no operation takes as long as its
// operands say.
func ends(p *program.Program) bool {
	blocks := map[string]*program.Block{}
	for _, b := range p.Graph.Blocks {
		blocks[b.Name] = b
		if _, calls := b.Term.(program.PushGotoOp); calls {
			return false
		}
		for _, in := range b.Instrs {
			if prim, ok := in.(*program.PrimOp); ok && prim.Op.Info().Row.Flags&optab.Unbounded != 0 {
				return false
			}
		}
	}
	const on, done = 1, 2
	state := map[*program.Block]int{}
	type visit struct {
		b    *program.Block
		next int // of its targets
	}
	for _, b := range p.Graph.Blocks {
		if state[b] == done {
			continue
		}
		state[b] = on
		for path := []visit{{b: b}}; len(path) > 0; {
			v := &path[len(path)-1]
			targets := v.b.Term.Targets()
			if v.next == len(targets) {
				state[v.b] = done
				path = path[:len(path)-1]
				continue
			}
			to := blocks[targets[v.next]]
			v.next++
			switch {
			case to == nil || state[to] == done: // the end of the program has no block
			case state[to] == on:
				return false
			default:
				state[to] = on
				path = append(path, visit{b: to})
			}
		}
	}
	return true
}
