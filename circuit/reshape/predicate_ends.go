package reshape

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// unite sends jumps to the first of the blocks that move the same and lead to the same block, and reports whether
// there were several: they are the ends of ways on which a function returns the same, such as no value and one error.
// Branches that lead to them in a row can be decided at once then; a block that one branch alone leads to can be taken
// into it, and so that comes first.
func unite(b *edit.Body) bool {
	first := map[string]string{} // by what blocks do
	by := map[string]string{}
	for _, blk := range b.Graph.Blocks {
		does, ok := movesOf(blk)
		if !ok {
			continue
		}
		if like, ok := first[does]; ok {
			by[blk.Name] = like
		} else {
			first[does] = blk.Name
		}
	}
	if len(by) == 0 {
		return false
	}
	for _, blk := range b.Graph.Blocks {
		blk.Term = blk.Term.WithTargets(func(label string) string {
			if like, ok := by[label]; ok {
				return like
			}
			return label
		})
	}
	edit.TidyBlocks(b)
	return true
}

// movesOf returns what a block does, if it moves values and jumps.
func movesOf(blk *program.Block) (does string, ok bool) {
	jump, ok := blk.Term.(program.GotoOp)
	if !ok || len(blk.Instrs) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, in := range blk.Instrs {
		op, ok := edit.IsCopy(in)
		if !ok || len(op.In) != len(op.Out) {
			return "", false
		}
		for i, out := range op.Out {
			if out.Push {
				return "", false
			}
			fmt.Fprintf(&b, "%s %s %d,", out.Name, op.In[i].Name, op.In[i].Bits)
		}
		b.WriteByte(';') // the moves of one copy are at once
	}
	b.WriteString(jump.Target)
	return b.String(), true
}
