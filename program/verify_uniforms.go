package program

import (
	"github.com/lockstep-simt/lockstep/program/optab"

	"github.com/lockstep-simt/lockstep/internal/counted"
)

// T11. It reports whether an operand is wrong.
func (v *verifier) openOperands(at place, in Instr) bool {
	if len(v.open) == 0 {
		return false
	}
	before := len(v.errs)
	for i, o := range operandsOf(in) {
		axes := v.open[o.Name]
		if axes == 0 || o.IsLiteral() {
			continue
		}
		op, ok := in.(*PrimOp)
		switch indexed := 0; {
		case ok && i == 0 && op.Op.IsValid() && op.Op.Form() == optab.Index:
			if indexed = len(op.In) - 1; indexed < axes {
				v.report(at, "%s has %s without a length, but %s", o.Name, counted.Of(axes, "dimension"),
					counted.Of(indexed, "index"))
			}
		default:
			v.report(at, "%s has a dimension without a length; only index and length may read it", o.Name)
		}
	}
	return len(v.errs) > before
}

// operandsOf returns what an instruction reads.
func operandsOf(in Instr) []Operand {
	switch in := in.(type) {
	case *PrimOp:
		return in.In
	case *FunctionCallOp:
		return in.In
	}
	return nil
}

// T12.
func (v *verifier) definedUniforms() {
	before := map[string]TensorType{}
	for _, u := range v.p.Uniforms {
		if u.Def != nil {
			v.definition(u, before)
		}
		before[u.Name] = u.Type
		if n := u.Type.AnyAxes(); n > 0 {
			if v.open == nil {
				v.open = map[string]int{}
			}
			v.open[u.Name] = n
		}
	}
}

// T13.
func (v *verifier) definition(u *Uniform, before map[string]TensorType) {
	bad := func(format string, args ...any) {
		v.reportf("the uniform "+u.Name+" "+format, args...)
	}
	d := u.Def
	for _, name := range d.Reads() {
		if _, ok := before[name]; !ok {
			bad("is defined by %s, which is not a uniform declared before it", name)
			return
		}
	}
	gives := I64
	switch {
	case u.Data != nil:
		bad("has data and a definition")
		return
	case d.IsLength():
		if n := len(before[d.Of].Shape); d.Axis < 0 || d.Axis >= n {
			bad("is the length of axis %d of %s, which has %d", d.Axis, d.Of, n)
			return
		}
	case !d.Op.IsValid():
		bad("is defined by the opcode %d, which does not exist", d.Op)
		return
	case d.Op.Form() == optab.Index:
		if gives = d.Op.Info().Out; !d.ElementOf(before) {
			bad("is defined by %s, which takes a uniform of known shape and a literal in range for each of its axes",
				d.Op)
			return
		}
	case d.Op == OpCopy || d.Op.Form() != optab.Elementwise || d.Op.CanFault():
		bad("is defined by %s; only an elementwise operation that cannot fault defines a uniform", d.Op)
		return
	default:
		info := d.Op.Info()
		if gives = info.Out; len(d.In) != len(info.In) {
			bad("is defined by %s, which takes %s, not %d", d.Op, counted.Of(len(info.In), "operand"), len(d.In))
			return
		}
		for i, o := range d.In {
			t := Scalar(o.Dtype)
			if !o.IsLiteral() {
				t = before[o.Name]
			}
			if !t.Equal(Scalar(info.In[i])) {
				bad("is defined by %s, whose operand %d is %s, not %s", d.Op, i+1, info.In[i], t)
				return
			}
			if o.IsLiteral() && !fitsType(o.Dtype, o.Bits) {
				bad("is defined by the bits %#x, which do not fit %s", o.Bits, o.Dtype)
				return
			}
		}
	}
	if !u.Type.Equal(Scalar(gives)) {
		bad("is %s, but its definition gives %s", u.Type, gives)
	}
}

// ElementOf reports whether the definition is an element, that exists, of a
// uniform whose type is among the given ones.
func (d *Definition) ElementOf(uniforms map[string]TensorType) bool {
	if !d.Op.IsValid() || d.Op.Form() != optab.Index || len(d.In) < 2 {
		return false
	}
	t, ok := uniforms[d.In[0].Name]
	if !ok || t.Dtype != d.Op.Info().In[0] || len(t.Shape) != len(d.In)-1 {
		return false
	}
	for axis, o := range d.In[1:] {
		if !o.IsLiteral() || o.Dtype != I64 || int64(o.Bits) < 0 || int64(o.Bits) >= int64(t.Shape[axis]) {
			return false
		}
	}
	return true
}
