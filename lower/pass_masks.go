package lower

import (
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
)

// masks replaces the remainder of a division by a power of two by an and, where
// all that is asked of it is whether it is zero: "n%2 == 0". For negative
// numbers the two differ, but not in that.
func masks(p *program.Program) (*program.Program, error) {
	for _, b := range bodies(p) {
		writes, other := map[string]int{}, map[string]bool{} // other: read for anything else
		for _, name := range append(b.in, b.out...) {
			other[name] = true
		}
		var names []string
		for _, blk := range b.graph.Blocks {
			for _, in := range blk.Instrs {
				for _, name := range program.Writes(in, names[:0]) {
					writes[name]++
				}
				zero := testedForZero(in)
				for _, name := range program.Reads(in, names[:0]) {
					other[name] = other[name] || name != zero
				}
			}
			if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
				other[o.Name] = true
			}
		}
		for _, blk := range b.graph.Blocks {
			for _, in := range blk.Instrs {
				op, ok := in.(*program.PrimOp)
				if ok && isByPower(op) && op.Op.Info().Row.Name == "rem" && writes[op.Out[0].Name] == 1 && !other[op.Out[0].Name] {
					op.Op = program.OpcodeFor("and", op.Op.Info().Type)
					op.In[1].Bits--
				}
			}
		}
	}
	return p, nil
}

// testedForZero returns the variable that an instruction compares with zero for
// equality, or "".
func testedForZero(in program.Instr) string {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy {
		return ""
	}
	if name := op.Op.Info().Row.Name; name != "eq" && name != "ne" || op.Op.Info().Type.IsFloat() {
		return ""
	}
	for i, o := range op.In {
		if o.IsLiteral() && o.Bits == 0 && !op.In[1-i].IsLiteral() {
			return op.In[1-i].Name
		}
	}
	return ""
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
