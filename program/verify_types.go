package program

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// types checks the group Types.
func (v *verifier) types() {
	v.declaredTypes()
	v.uniformData()
	v.definedUniforms()
	v.goTypes()
	v.lengths("parameter", v.p.VarsIn)
	v.lengths("result", v.p.VarsOut)
	v.texts("parameter", v.p.VarsIn)
	v.texts("result", v.p.VarsOut)
	v.errorInputs()
	if len(v.errs) > 0 {
		return // shapes of broken types say nothing
	}
	v.eachInstr(func(at place, in Instr) {
		if v.openOperands(at, in) {
			return
		}
		switch in := in.(type) {
		case *PrimOp:
			v.primOp(at, in)
		case *FunctionCallOp:
			v.call(at, in)
		}
	})
	v.eachTerm(func(at place, t Terminator) {
		switch t := t.(type) {
		case BranchOp:
			v.branchCondition(at, t)
		case SwitchOp:
			v.switchValues(at, t)
		case FaultOp:
			v.faultCode(at, t)
		}
	})
}

// T1.
func (v *verifier) declaredTypes() {
	for _, d := range v.p.VarDefs.All() {
		for _, t := range d.Type.Flatten() {
			v.tensorType("variable", d.Name, t, 0, MaxElements)
		}
	}
	for _, u := range v.p.Uniforms {
		open := 0
		if u.IsInput() {
			open = u.Type.AnyAxes()
		}
		v.tensorType("uniform", u.Name, u.Type, open, MaxUniform)
	}
}

// tensorType checks a type whose first open dimensions may be anything, and
// which has at most limit elements otherwise.
func (v *verifier) tensorType(kind, name string, t TensorType, open, limit int) {
	if t.Dtype == Invalid || t.Dtype > F64 {
		v.reportf("the %s %s has no element type", kind, name)
	}
	n := 1
	for _, d := range t.Shape[open:] {
		if d == AnyLength {
			v.reportf("the %s %s has a dimension without a length; only leading ones of a uniform that is given with "+
				"each run may be ?", kind, name)
			return
		}
		if d < 1 {
			v.reportf("the %s %s has the dimension %d; the least is 1", kind, name, d)
			return
		}
		if n > limit/d {
			v.reportf("the %s %s has more than %d elements", kind, name, limit)
			return
		}
		n *= d
	}
}

// T2.
func (v *verifier) uniformData() {
	for _, u := range v.p.Uniforms {
		if u.Data == nil {
			continue
		}
		if want := u.Type.Elements(); len(u.Data) != want {
			v.reportf("the uniform %s has %d elements, its type %s has %d", u.Name, len(u.Data), u.Type, want)
		}
		for i, bits := range u.Data {
			if !fitsType(u.Type.Dtype, bits) {
				v.reportf("element %d of the uniform %s does not fit %s", i, u.Name, u.Type.Dtype)
				break
			}
		}
	}
}

// storedGo gives the element type that stores each Go type of a variable.
var storedGo = map[GoType]Dtype{
	GoInt8: I32, GoInt16: I32, GoUint8: U32, GoUint16: U32, GoError: I32, GoLen: I64, GoString: I64,
}

// T3.
func (v *verifier) goTypes() {
	for _, d := range v.p.VarDefs.All() {
		if d.Go == GoStored {
			continue
		}
		want := storedGo[d.Go]
		if want == Invalid {
			v.reportf("the variable %s is as %s, which is not int8, int16, uint8, uint16, error, len or string", d.Name,
				d.Go)
			continue
		}
		if again := repeated(d.Texts); again != "" || (d.Go == GoString) != (len(d.Texts) > 0) {
			v.reportf("the variable %s is as %s of %d strings%s", d.Name, d.Go, len(d.Texts), again)
		}
		if d.Text && d.Go != GoUint8 {
			v.reportf("the variable %s is as %s string; the bytes of a string are as uint8", d.Name, d.Go)
		}
		if d.Go == GoLen && !(d.Type.IsLeaf() && d.Type.Leaf().Equal(Scalar(want))) {
			v.reportf("the variable %s is as %s, which is a scalar %s, not %s", d.Name, d.Go, want, formatType(d.Type))
			continue
		}
		for _, t := range d.Type.Flatten() {
			if t.Dtype != want {
				v.reportf("the variable %s is as %s, which is stored in %s, not in %s", d.Name, d.Go, want, t.Dtype)
				break
			}
		}
	}
}

// repeated says which string a list has twice, if there is one.
func repeated(texts []string) string {
	for i, text := range texts {
		if slices.Contains(texts[:i], text) {
			return fmt.Sprintf(", %q twice", text)
		}
	}
	return ""
}

func (v *verifier) primOp(at place, in *PrimOp) {
	if !in.Op.IsValid() {
		v.report(at, "there is no opcode %d", in.Op) // T4
		return
	}
	if in.Proven && !in.Op.CanFault() {
		v.report(at, "%s cannot fault, so that nothing is proven of it", in.Op) // T16
	}
	if t, ok := Spanned(in.Op); in.Within != (Span{}) && (!ok || !in.Within.fits(t)) {
		v.report(at, "%s has no operands from %d to %d", in.Op, in.Within.Lo, in.Within.Hi) // T17
	}
	if in.Op == OpCopy {
		v.copyLeaves(at, in)
		return
	}
	if v.operandCount(at, in) && v.operandTypes(at, in) {
		v.shapes(at, in)
	}
}

// T4.
func (v *verifier) operandCount(at place, in *PrimOp) bool {
	info := in.Op.Info()
	want, got := len(info.In), len(in.In)
	switch {
	case len(in.Out) != 1:
		v.report(at, "%s gives one result, not %d", in.Op, len(in.Out))
	case info.Variadic && got < want:
		v.report(at, "%s takes at least %d operands, not %d", in.Op, want, got)
	case !info.Variadic && got != want:
		v.report(at, "%s takes %s, not %d", in.Op, counted.Of(want, "operand"), got)
	default:
		return true
	}
	return false
}

// T5.
func (v *verifier) operandTypes(at place, in *PrimOp) bool {
	before := len(v.errs)
	for i, o := range in.In {
		want := literalType(in.Op, i)
		t, ok := v.operandType(o)
		switch {
		case !ok:
			v.report(at, "%s is a tuple; %s takes single tensors", o.Name, in.Op)
		case t.Dtype != want:
			v.report(at, "operand %d of %s is of type %s, want %s", i+1, in.Op, t.Dtype, want)
		case o.IsLiteral() && !fitsType(o.Dtype, o.Bits):
			v.report(at, "the bits %#x do not fit %s", o.Bits, o.Dtype)
		case in.Op.Form() == optab.Const && !o.IsLiteral():
			v.report(at, "%s takes a literal, not %s", in.Op, o.Name)
		}
	}
	out := in.Out[0].Name
	t, ok := v.p.TensorTypeOf(out)
	switch want := in.Op.Info().Out; {
	case !ok:
		v.report(at, "%s is a tuple; %s gives a single tensor", out, in.Op)
	case t.Dtype != want:
		v.report(at, "%s gives %s, but %s is of type %s", in.Op, want, out, t.Dtype)
	}
	return len(v.errs) == before
}

// operandType returns the type of an operand, and whether it is a single
// tensor.
func (v *verifier) operandType(o Operand) (TensorType, bool) {
	if o.IsLiteral() {
		return Scalar(o.Dtype), true
	}
	return v.p.TensorTypeOf(o.Name)
}

// leaf is one tensor among the operands of a copy or call.
type leaf struct {
	operand Operand
	typ     TensorType
}

// operandLeaves flattens operands to tensors.
func (v *verifier) operandLeaves(ops []Operand) []leaf {
	var ls []leaf
	for _, o := range ops {
		if t, ok := v.operandType(o); ok {
			ls = append(ls, leaf{o, t})
			continue
		}
		t, _ := v.p.VarDefs.Lookup(o.Name)
		for _, tt := range t.Flatten() {
			ls = append(ls, leaf{o, tt})
		}
	}
	return ls
}

// variableLeaves flattens variables to tensors.
func (v *verifier) variableLeaves(names []string) []leaf {
	ops := make([]Operand, len(names))
	for i, n := range names {
		ops[i] = Ref(n)
	}
	return v.operandLeaves(ops)
}

// T7.
func (v *verifier) copyLeaves(at place, in *PrimOp) {
	if len(in.Out) == 0 {
		v.report(at, "a copy to nothing")
		return
	}
	from, to := v.operandLeaves(in.In), v.variableLeaves(Writes(in, nil))
	if len(from) != len(to) {
		v.report(at, "a copy of %s to %d", counted.Of(len(from), "value"), len(to))
		return
	}
	for i := range from {
		v.literalFits(at, from[i].operand)
		shape, ok := BroadcastShapes(from[i].typ.Shape, to[i].typ.Shape)
		if from[i].typ.Dtype != to[i].typ.Dtype || !ok || !slices.Equal(shape, to[i].typ.Shape) {
			v.report(at, "a copy of %s to %s, which is %s", from[i].typ, to[i].operand.Name, to[i].typ)
		}
	}
}

func (v *verifier) literalFits(at place, o Operand) {
	if o.IsLiteral() && !fitsType(o.Dtype, o.Bits) {
		v.report(at, "the bits %#x do not fit %s", o.Bits, o.Dtype)
	}
}

// T8: branches.
func (v *verifier) branchCondition(at place, t BranchOp) {
	if typ, ok := v.operandType(t.Cond); !ok || !typ.Equal(Scalar(Bool)) {
		v.report(at, "the condition %s is not a scalar bool", t.Cond)
		return
	}
	v.literalFits(at, t.Cond)
}

// T8: switches.
func (v *verifier) switchValues(at place, t SwitchOp) {
	typ, ok := v.operandType(t.X)
	switch {
	case !ok || !typ.Dtype.IsInt() || len(typ.Shape) > 0:
		v.report(at, "%s is not a scalar integer", t.X)
		return
	case t.X.IsLiteral() && t.X.Dtype != I64:
		v.report(at, "a literal that is switched on is i64, not %s", t.X.Dtype)
	case len(t.Values) != len(t.Labels):
		v.report(at, "a switch with %d values and %d labels", len(t.Values), len(t.Labels))
		return
	}
	seen := map[uint64]bool{}
	for _, bits := range t.Values {
		switch {
		case !fitsType(typ.Dtype, bits):
			v.report(at, "the bits %#x do not fit %s", bits, typ.Dtype)
		case seen[bits]:
			v.report(at, "the value %s is there twice", FormatLiteral(typ.Dtype, bits))
		}
		seen[bits] = true
	}
}

// T9.
func (v *verifier) call(at place, in *FunctionCallOp) {
	f := v.p.Function(in.Callee)
	if f == nil {
		v.report(at, "there is no function %s", in.Callee)
		return
	}
	v.agree(at, "takes", f.Name, v.operandLeaves(in.In), v.variableLeaves(Variables(f.VarsIn)))
	v.agree(at, "returns", f.Name, v.variableLeaves(in.Out), v.variableLeaves(Variables(f.VarsOut)))
}

// agree compares what a call passes or receives with the callee's list.
func (v *verifier) agree(at place, verb, callee string, here, there []leaf) {
	if len(here) != len(there) {
		v.report(at, "%s %s %s, not %d", callee, verb, counted.Of(len(there), "value"), len(here))
		return
	}
	for i, l := range here {
		v.literalFits(at, l.operand)
		want := there[i].typ
		if l.operand.IsLiteral() {
			want = Scalar(want.Dtype)
		}
		if !l.typ.Equal(want) {
			v.report(at, "%s %s %s as value %d, not %s", callee, verb, there[i].typ, i+1, l.typ)
		}
	}
}

// T10.
func (v *verifier) faultCode(at place, t FaultOp) {
	switch {
	case !slices.Contains(optab.Codes(), t.Code):
		v.report(at, "there is no fault code %d", t.Code)
	case t.Msg != "" && t.Code != optab.Panic && t.Code != optab.NeedsGo:
		v.report(at, "%s has a message; only a panic and what needs Go have one", t.Code)
	}
}
