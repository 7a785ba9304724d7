package circuit

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
)

const (
	costOfBlock = 3  // in operations: lanes may part there, or are looked at
	slack       = 16 // that a small function may cost more
)

// refusal says why a function stays as it was, if it does.
func (o Options) refusal(before, after *program.ControlFlowGraph) string {
	was, now := cost(before), cost(after)
	most := was + was/8 + slack
	if o.Again {
		most = was
	}
	if now > most {
		return fmt.Sprintf("its circuit costs more: %d where it had %d", now, was)
	}
	if !o.Again {
		return ""
	}
	if was, now = unbounded(before), unbounded(after); now > was {
		return fmt.Sprintf("its circuit says less of operands: nothing of %d operations, where it was %d", now, was)
	}
	return ""
}

// unbounded counts the operations of whose operands nothing is said, although that would make them cheaper.
func unbounded(g *program.ControlFlowGraph) (n int) {
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || op.Within != (program.Span{}) {
				continue
			}
			t, _ := program.Spanned(op.Op)
			if useful := spanUse(op.Op); useful != nil && useful(t, ranges.Of(1)) {
				n++
			}
		}
	}
	return n
}

// cost is an estimate of what a graph takes, each block once. Where values of several ways meet, a circuit may need
// copies on each way that the program did without; a copy counts as an operation, since it becomes a select when the
// ways become one. So what costs clearly more than it did stays as it was.
func cost(g *program.ControlFlowGraph) int {
	n := costOfBlock * len(g.Blocks)
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op == program.OpCopy {
				n += len(op.Out)
			} else {
				n++
			}
		}
	}
	return n
}
