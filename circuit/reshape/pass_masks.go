package reshape

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// masks replaces the remainder of a division by a power of two by an and, where
// all that is asked of it is whether it is zero: "n%2 == 0". For negative
// numbers the two differ, but not in that. A float that is divided by a power of
// two is multiplied by its reciprocal, which is one too and so gives the same bits.
func masks(p *program.Program) (*program.Program, error) {
	for _, b := range edit.Bodies(p) {
		writes, other := map[string]int{}, map[string]bool{} // other: read for anything else
		for _, name := range append(b.In, b.Out...) {
			other[name] = true
		}
		var names []string
		for _, blk := range b.Graph.Blocks {
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
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				op, ok := in.(*program.PrimOp)
				if ok {
					multiply(op)
				}
				if ok && edit.IsByPower(op) && op.Op.Info().Row.Name == "rem" && writes[op.Out[0].Name] == 1 &&
					!other[op.Out[0].Name] {
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

// multiply makes the division of a float by a power of two a multiplication.
func multiply(op *program.PrimOp) {
	if op.Op == program.OpCopy || op.Op.Info().Row.Name != "quo" || !op.In[1].IsLiteral() {
		return
	}
	t, by := op.Op.Info().Type, &op.In[1].Bits
	x := math.Float64frombits(*by)
	if t == optab.F32 {
		x = float64(math.Float32frombits(uint32(*by)))
	}
	reciprocal := 1 / x
	if t == optab.F32 {
		reciprocal = float64(float32(reciprocal))
	}
	if !isPower(x) || !isPower(reciprocal) {
		return
	}
	op.Op, *by = program.OpcodeFor("mul", t), math.Float64bits(reciprocal)
	if t == optab.F32 {
		*by = uint64(math.Float32bits(float32(reciprocal)))
	}
}

// isPower reports whether a float is a power of two, or minus one.
func isPower(x float64) bool {
	half, _ := math.Frexp(x)
	return math.Abs(half) == 0.5
}
