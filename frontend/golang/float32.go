package golang

import (
	"go/constant"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// mathRow returns the row for a row of package math's functions: its
// twin, if there is one, or with Options.OurMath itself.
func (t *translator) mathRow(name string) string {
	if twin := optab.GoTwin(name); !t.ourMath && optab.Lookup(twin) != nil {
		return twin
	}
	return name
}

// sameInFloat32 are the rows whose float32 operation gives what the float64
// one gives after rounding to float32, if the operands are float32: because
// both are exact, or because 53 bits are enough to round twice without harm
// (Figueroa, "When is double rounding innocuous?", 1995).
var sameInFloat32 = map[string]bool{
	"abs": true, "ceil": true, "copysign": true, "dim": true, "floor": true, "fmax": true, "fmin": true,
	"round": true, "roundtoeven": true, "sqrt": true, "trunc": true,
}

// inFloat32 translates float32(math.F(float64(x))) of a float32 x to the
// float32 operation, and reports whether it did. For a function of package libm
// this is how Go source says that it wants it; others must not lose a bit by it.
// The float64 operation is left to be dropped if nothing else reads it.
func (b *calculation) inFloat32(in *ssa.Convert) (program.Operand, bool) {
	row, call := mathCall(in.X)
	op := optab.Lookup(row)
	if op == nil {
		return program.Operand{}, false
	}
	ours := op.LibmFor(program.F32) != "" && op.Exact == optab.ULP1 && b.ourMath
	if !ours && !sameInFloat32[row] {
		return program.Operand{}, false
	}
	var args []program.Operand
	classes, _, _ := op.Signature()
	for i, a := range call.Call.Args {
		if classes[i].Of(program.F32) == program.F32 && !isFloat32(a) {
			return program.Operand{}, false
		}
		if !b.emitting() {
			continue // what the call was given is not at hand
		}
		o := program.Operand{}
		if classes[i].Of(program.F32) == program.F32 {
			o = b.float32Operand(a)
		} else {
			o = b.scalar(a)
		}
		args = append(args, o)
	}
	if !b.emitting() {
		return known.Varying(), true
	}
	return b.op(row, program.F32, args...), true
}

// mathCall returns the row that computes v and the call it belongs to, if v is
// a result of a function of package math.
func mathCall(v ssa.Value) (row string, call *ssa.Call) {
	result := 0
	if x, ok := v.(*ssa.Extract); ok {
		v, result = x.Tuple, x.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return "", nil
	}
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "math" {
		return "", nil
	}
	if pair, ok := mathPairs[callee.Name()]; ok {
		return pair[result], call
	}
	return mathRows[callee.Name()], call
}

// isFloat32 reports whether a float64 was converted from a float32, or is a
// constant that is one.
func isFloat32(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		t, ok := v.X.Type().Underlying().(*types.Basic)
		return ok && t.Kind() == types.Float32
	case *ssa.Const:
		if v.Value == nil {
			return false
		}
		x, _ := constant.Float64Val(constant.ToFloat(v.Value))
		return float64(float32(x)) == x
	}
	return false
}

// float32Operand returns the float32 of a value that isFloat32 accepts.
func (b *operands) float32Operand(v ssa.Value) program.Operand {
	if c, ok := v.(*ssa.Convert); ok {
		return b.scalar(c.X)
	}
	x, _ := constant.Float64Val(constant.ToFloat(v.(*ssa.Const).Value))
	return program.Lit(program.F32, uint64(math.Float32bits(float32(x))))
}
