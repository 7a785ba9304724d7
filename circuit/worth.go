package circuit

import "github.com/lockstep-simt/lockstep/program"

const (
	costOfBlock = 3  // in operations: lanes may part there, or are looked at
	slack       = 16 // that a small function may cost more
)

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
