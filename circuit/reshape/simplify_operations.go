package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// foldOperations computes what is asked of literals, such as the first test of a loop that a pass has
// repeated before it, and makes copies of operations that give an operand; it reports whether there was
// any. The circuit does this and more; this is for what passes make of its programs.
func foldOperations(b *edit.Body) bool {
	changed := false
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			op, ok := in.(*program.PrimOp)
			if ok && op.Op != program.OpCopy && op.Op.Form() == optab.Elementwise && len(op.Out) == 1 &&
				simplify(op) {
				op.Within = program.Span{}
				changed = true
			}
		}
	}
	return changed
}

// simplify replaces an operation that has literals for operands, or an identity of the op table, and reports
// whether it did.
func simplify(op *program.PrimOp) bool {
	info := op.Op.Info()
	move := func(x program.Operand) bool {
		op.Op, op.In, op.Proven = program.OpCopy, []program.Operand{x}, false
		return true
	}
	id, ok := op.Op.Identity(func(i int) (uint64, bool) { return op.In[i].Bits, op.In[i].IsLiteral() },
		func(i, j int) bool { return op.In[i] == op.In[j] })
	switch {
	case ok && id.Of < 0:
		return move(program.Lit(info.Out, id.Gives))
	case ok && id.By != "":
		in := []program.Operand{op.In[id.Of]}
		if id.And >= 0 {
			in = append(in, op.In[id.And])
		}
		op.Op, op.In = program.OpcodeFor(id.By, info.Type), in
		return true
	case ok:
		return move(op.In[id.Of])
	}
	if info.Row.Has(optab.Math) || info.Row.Has(optab.Unbounded) ||
		slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() }) {
		return false
	}
	x, ok := valueOfLiterals(op.Op, op.In)
	return ok && move(program.Lit(info.Out, x))
}
