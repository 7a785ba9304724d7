package evaluate

import (
	"go/constant"
	"math"

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
