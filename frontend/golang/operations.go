package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Operations that are emitted, or computed where nothing varies.

// constant returns the literals of a constant: for a struct or array it is the
// zero value.
func (b *coder) constant(c *ssa.Const) known.Value {
	t := c.Type()
	if c.Value == nil {
		return b.zero(t)
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		b.fail("a constant of type %s is not available in batched code", t)
	}
	if basic.Info()&types.IsString != 0 {
		return known.Value{known.TextOf(evaluate.StringConst(c.Value), true)}
	}
	l := b.layouts.Of(t)
	if part, ok := known.ComplexPart(basic); ok {
		re, im := evaluate.ComplexConst(c.Value)
		return known.Value{
			known.NumberAtom(l.Leaves[0], program.Lit(part, evaluate.ConstBits(re, part))),
			known.NumberAtom(l.Leaves[1], program.Lit(part, evaluate.ConstBits(im, part))),
		}
	}
	if l.Leaves[0].Ref != nil {
		b.fail("%s", whyNot(t))
	}
	d := l.Leaves[0].Dtype
	return known.Value{known.NumberAtom(l.Leaves[0], program.Lit(d, evaluate.ConstBits(c.Value, d)))}
}

// zero returns the zero value of a type.
func (b *coder) zero(t types.Type) known.Value {
	l := b.layouts.Of(t)
	v := make(known.Value, len(l.Leaves))
	for i, lf := range l.Leaves {
		v[i] = zeroAtom(lf)
	}
	return v
}

func zeroAtom(lf known.Leaf) known.Atom {
	switch {
	case lf.Ref == nil:
		return known.NumberAtom(lf, program.Lit(lf.Dtype, 0))
	case gotypes.IsString(lf.Ref):
		return known.TextOf("", true)
	}
	return known.Atom{Kind: known.Nothing}
}

// op gives row.d of scalar operands: a literal if all operands are, a uniform
// if all are the same for all lanes, and otherwise what an instruction computes
// into a new variable.
func (b *coder) op(row string, d program.Dtype, in ...program.Operand) program.Operand {
	code := program.OpcodeFor(row, d)
	if !code.IsValid() {
		panic("bug: no operation " + row + "." + d.String())
	}
	if o, ok := b.fold(code, in); ok {
		return o
	}
	if !b.emitting() {
		return known.Limited(row, d, in)
	}
	name := b.temp(code.Info().Out, nil)
	b.set(name, code, in...)
	return program.Ref(name)
}

// either is x or y.
func (b *coder) either(x, y program.Operand) program.Operand {
	switch {
	case x == truth(false):
		return y
	case y == truth(false):
		return x
	}
	return b.op("or", program.Bool, x, y)
}

// both is x and y.
func (b *coder) both(x, y program.Operand) program.Operand {
	switch {
	case x == truth(true):
		return y
	case y == truth(true):
		return x
	}
	return b.op("and", program.Bool, x, y)
}

// fold computes what needs no lane.
func (b *coder) fold(code program.Opcode, in []program.Operand) (program.Operand, bool) {
	info := code.Info()
	if info.Row.Form != optab.Elementwise || info.Row.Exact == optab.Library {
		return program.Operand{}, false
	}
	literals := true
	for _, o := range in {
		if !o.IsLiteral() {
			literals = false
			if !b.isUniform(o.Name) {
				return program.Operand{}, false
			}
		}
	}
	if !literals {
		if code.CanFault() {
			return program.Operand{}, false
		}
		return program.Ref(b.derived(code, in)), true
	}
	var x [3]uint64
	for i, o := range in {
		x[i] = o.Bits
	}
	bits, fault := code.Scalar(x[0], x[1], x[2])
	if fault != optab.NoFault {
		return program.Operand{}, false
	}
	return program.Lit(info.Out, bits), true
}

// tensorOp gives row.d of operands with event shapes, in a variable of the
// given type.
func (b *coder) tensorOp(to program.TensorType, row string, d program.Dtype, in ...program.Operand) program.Operand {
	code := program.OpcodeFor(row, d)
	if !code.IsValid() {
		panic("bug: no operation " + row + "." + d.String())
	}
	if !b.emitting() {
		return known.Varying()
	}
	name := b.temp(to.Dtype, to.Shape)
	b.set(name, code, in...)
	return program.Ref(name)
}
