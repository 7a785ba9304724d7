package evaluate

import (
	"go/constant"
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// StringConst is the text of a constant of a string type.
func StringConst(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// ComplexConst returns the parts of a constant of a complex type.
func ComplexConst(v constant.Value) (re, im constant.Value) {
	v = constant.ToComplex(v)
	return constant.Real(v), constant.Imag(v)
}

// PositionOf is where the source asks for an instruction: its own position, or
// that of an operand, or of what stands before it.
func PositionOf(in ssa.Instruction) token.Pos {
	if in == nil { // of a call that the evaluator makes by itself
		return token.NoPos
	}
	if p := in.Pos(); p.IsValid() {
		return p
	}
	for _, v := range in.Operands(nil) {
		if *v == nil {
			continue
		}
		if def, ok := (*v).(ssa.Instruction); ok && def.Pos().IsValid() {
			return def.Pos()
		}
	}
	instrs := in.Block().Instrs
	for i := slices.Index(instrs, in) - 1; i >= 0; i-- {
		if ref, ok := instrs[i].(*ssa.DebugRef); ok {
			return ref.Expr.Pos()
		}
		if p := instrs[i].Pos(); p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// ConstBits returns the bits of a constant in a type that can represent it.
func ConstBits(v constant.Value, d program.Dtype) uint64 {
	switch {
	case d == program.Bool:
		if v.Kind() == constant.Bool && constant.BoolVal(v) {
			return 1
		}
		return 0
	case d == program.F32:
		f, _ := constant.Float32Val(constant.ToFloat(v))
		return uint64(math.Float32bits(f))
	case d == program.F64:
		f, _ := constant.Float64Val(constant.ToFloat(v))
		return math.Float64bits(f)
	}
	v = constant.ToInt(v)
	bits, ok := constant.Uint64Val(v)
	if !ok {
		i, _ := constant.Int64Val(v)
		bits = uint64(i)
	}
	if d.Bits() == 32 {
		bits = uint64(uint32(bits))
	}
	return bits
}
