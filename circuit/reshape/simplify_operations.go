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
			if !ok || op.Op == program.OpCopy || op.Op.Form() != optab.Elementwise || len(op.Out) != 1 {
				continue
			}
			if x, ok := simpler(op); ok {
				op.Op, op.In, op.Within = program.OpCopy, []program.Operand{x}, program.Span{}
				changed = true
			} else if info := op.Op.Info(); info.Row.Name == "andnot" && op.In[0] == program.Lit(program.Bool, 1) {
				op.Op, op.In = program.OpcodeFor("not", program.Bool), op.In[1:]
				changed = true
			}
		}
	}
	return changed
}

// simpler returns what an operation gives that has literals for operands, or is one of bools with one
// that decides or changes nothing, or a choice with nothing to choose.
func simpler(op *program.PrimOp) (program.Operand, bool) {
	info := op.Op.Info()
	is := func(i int, bits uint64) bool { return op.In[i].IsLiteral() && op.In[i].Bits == bits }
	if info.Out == program.Bool && info.Type == program.Bool && len(op.In) == 2 {
		no, yes := program.Lit(program.Bool, 0), program.Lit(program.Bool, 1)
		for i := range 2 {
			other := op.In[1-i]
			switch name := info.Row.Name; {
			case name == "and" && is(i, 1), name == "or" && is(i, 0), name == "andnot" && i == 1 && is(1, 0):
				return other, true
			case name == "and" && is(i, 0), name == "andnot" && is(i, uint64(i)):
				return no, true
			case name == "or" && is(i, 1):
				return yes, true
			}
		}
	}
	if info.Row.Name == "select" {
		switch {
		case op.In[1] == op.In[2], is(0, 1):
			return op.In[1], true
		case is(0, 0):
			return op.In[2], true
		}
	}
	if info.Row.Has(optab.Math) || info.Row.Has(optab.Unbounded) ||
		slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() }) {
		return program.Operand{}, false
	}
	x, ok := valueOfLiterals(op.Op, op.In)
	return program.Lit(info.Out, x), ok
}
