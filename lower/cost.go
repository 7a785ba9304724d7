package lower

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// speculatable reports whether an instruction may run for lanes that do not
// need it: it is a primitive that cannot fault and takes bounded time.
func speculatable(p *program.Program, in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op.Info() != nil && op.Op.Info().Row.Has(optab.Unbounded) {
		return false
	}
	return !canFault(p, op)
}

// canFault reports whether an operation may fault with some values of the
// variables that it reads.
func canFault(p *program.Program, op *program.PrimOp) bool {
	if !op.Op.CanFault() {
		return false
	}
	var array string
	var indices []program.Operand
	switch op.Op.Form() {
	case optab.Index:
		array, indices = op.In[0].Name, op.In[1:]
	case optab.Insert:
		array, indices = op.Out[0].Name, op.In[2:]
	default:
		// Division by a literal other than zero cannot.
		row := op.Op.Info().Row
		return row.Name != "div" && row.Name != "rem" || !op.In[1].IsLiteral() || op.In[1].Bits == 0
	}
	t, ok := p.TensorTypeOf(array)
	if !ok || len(indices) > len(t.Shape) {
		return true
	}
	for axis, o := range indices {
		if !o.IsLiteral() || t.Shape[axis] < 0 || o.Bits >= uint64(t.Shape[axis]) {
			return true
		}
	}
	return false
}

// primCost estimates the cost of an instruction that is not a call, in additions.
func primCost(p *program.Program, in program.Instr) int {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return 0
	}
	cost := 0
	for _, out := range op.Out {
		elems := 1
		if t, ok := p.TensorTypeOf(out.Name); ok {
			elems = t.Elements()
		}
		weight := 1
		switch {
		case op.Op == program.OpCopy:
		case isByPower(op):
			weight = 3 // shifts and masks
		default:
			weight = op.Op.Info().Row.Weight()
		}
		cost += weight * elems
	}
	return cost
}

// isByPower reports whether an operation is an integer division or remainder by
// a power of two.
func isByPower(op *program.PrimOp) bool {
	if op.Op == program.OpCopy || len(op.In) != 2 || !op.In[1].IsLiteral() {
		return false
	}
	name := op.Op.Info().Row.Name
	return (name == "div" || name == "rem") && bits.OnesCount64(op.In[1].Bits) == 1
}

// costOf estimates what a body adds to a program that it is copied into.
func costOf(b *body) int {
	cost := 0
	for _, blk := range b.graph.Blocks {
		cost++
		for _, in := range blk.Instrs {
			if op, ok := in.(*program.PrimOp); ok {
				cost += op.Op.Info().Row.Weight()
			} else {
				cost += 4
			}
		}
	}
	return cost
}
