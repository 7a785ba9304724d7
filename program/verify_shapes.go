package program

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// ResultShape returns the event shape that an operation of the op table gives
// for operands of the given shapes (invariant T6), or a sentence that says why
// there is none. For Const and Reshape, whose result has the shape of its
// destination, and for Copy it returns nil.
//
//	Elementwise  the shapes broadcast together
//	Reduce       x without its last axis
//	Index        x without as many leading axes as there are indices, which are scalars
//	Insert       x; v broadcasts to x without the leading axes
//	Dot          last axes are equal; the axes before them broadcast together
//	MatVec       x [m,n], y [n] give [m]
func ResultShape(op Opcode, in [][]int) (shape []int, wrong string) {
	last := func(s []int) int { return s[len(s)-1] }
	switch op.Form() {
	case optab.Elementwise:
		for i, s := range in {
			var ok bool
			if shape, ok = BroadcastShapes(shape, s); !ok {
				return nil, "operand " + itoa(i+1) + " has the shape " + showShape(s) +
					", which does not broadcast with those before it"
			}
		}
		return shape, ""
	case optab.Reduce:
		if len(in[0]) == 0 {
			return nil, "a scalar has no axis to fold"
		}
		return in[0][:len(in[0])-1], ""
	case optab.Index:
		return afterIndices(in[0], in[1:])
	case optab.Insert:
		part, wrong := afterIndices(in[0], in[2:])
		if wrong != "" {
			return nil, wrong
		}
		if s, ok := BroadcastShapes(in[1], part); !ok || !slices.Equal(s, part) {
			return nil, "a value of shape " + showShape(in[1]) + " does not fit a part of shape " + showShape(part)
		}
		return in[0], ""
	case optab.MatVec:
		if len(in[0]) != 2 || len(in[1]) != 1 || in[0][1] != in[1][0] {
			return nil, "a matrix [m,n] and a vector [n] are wanted, not " + showShape(in[0]) + " and " +
				showShape(in[1])
		}
		return in[0][:1], ""
	case optab.Dot:
		if len(in[0]) == 0 || len(in[1]) == 0 || last(in[0]) != last(in[1]) {
			return nil, "equal last axes are wanted, not " + showShape(in[0]) + " and " + showShape(in[1])
		}
		shape, ok := BroadcastShapes(in[0][:len(in[0])-1], in[1][:len(in[1])-1])
		if !ok {
			return nil, "the shapes " + showShape(in[0]) + " and " + showShape(in[1]) + " do not broadcast"
		}
		return shape, ""
	}
	return nil, ""
}

// afterIndices returns the shape of the part of an event that leading indices
// select.
func afterIndices(shape []int, indices [][]int) ([]int, string) {
	for i, s := range indices {
		if len(s) > 0 {
			return nil, "index " + itoa(i+1) + " is not a scalar"
		}
	}
	if len(indices) > len(shape) {
		return nil, itoa(len(indices)) + " indices into the shape " + showShape(shape)
	}
	return shape[len(indices):], ""
}

func showShape(s []int) string {
	if len(s) == 0 {
		return "[]"
	}
	return formatShape(s)
}

// T6.
func (v *verifier) shapes(at place, in *PrimOp) {
	shapes := make([][]int, len(in.In))
	for i, o := range in.In {
		t, _ := v.operandType(o)
		shapes[i] = t.Shape
	}
	out, _ := v.p.TensorTypeOf(in.Out[0].Name)
	switch in.Op.Form() {
	case optab.Const:
		return
	case optab.Reshape:
		if n, m := Elements(shapes[0]), Elements(out.Shape); n != m {
			v.report(at, "%s from %s to %d", in.Op, counted.Of(n, "element"), m)
		}
		return
	case optab.MatVec:
		if o := in.In[0]; o.IsLiteral() || v.p.Uniform(o.Name) == nil {
			v.report(at, "the matrix of %s is a uniform, not %s", in.Op, o)
			return
		}
	}
	shape, wrong := ResultShape(in.Op, shapes)
	switch {
	case wrong != "":
		v.report(at, "%s: %s", in.Op, wrong)
	case !slices.Equal(shape, out.Shape):
		v.report(at, "%s gives the shape %s, but %s has %s", in.Op, showShape(shape), in.Out[0].Name,
			showShape(out.Shape))
	}
}
