package edit

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Speculatable reports whether an instruction may run for lanes that do not
// need it: it is a primitive that cannot fault and takes bounded time.
func Speculatable(p *program.Program, in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op.Info() != nil && op.Op.Info().Row.Has(optab.Unbounded) {
		return false
	}
	return !CanFault(p, op)
}

// CanFault reports whether an operation may fault with some values of the
// variables that it reads.
func CanFault(p *program.Program, op *program.PrimOp) bool {
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
		var x [3]uint64
		for i, o := range op.In {
			if !o.IsLiteral() {
				// Division by a literal other than zero does not fault.
				last := op.In[len(op.In)-1]
				return op.Op.Info().Row.Code != optab.DivideByZero || !last.IsLiteral() || last.Bits == 0
			}
			x[i] = o.Bits
		}
		_, fault := op.Op.Scalar(x[0], x[1], x[2])
		return fault != optab.NoFault
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

// Cost estimates the cost of an instruction that is not a call, in additions.
func Cost(p *program.Program, in program.Instr) int {
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

// SizeOf estimates what a body adds to a program that it is copied into.
func SizeOf(b *Body) int {
	cost := 0
	for _, blk := range b.Graph.Blocks {
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
