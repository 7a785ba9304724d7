package plan

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

func (b *builder) prim(in *program.PrimOp) {
	if in.Op == program.OpCopy {
		refs := make([]Ref, len(in.In))
		for i, o := range in.In {
			refs[i] = b.operand(o, b.plan.Vars[b.plan.Variable(in.Out[i].Name)].Dtype)
		}
		for i, out := range in.Out {
			b.write(out, refs[i], in.Pos)
		}
		return
	}
	info := in.Op.Info()
	args := make([]Ref, len(in.In))
	for i, o := range in.In {
		args[i] = b.operand(o, info.In[min(i, len(info.In)-1)])
	}
	b.write(in.Out[0], b.compute(in, info, args), in.Pos)
}

// compute adds the steps of an operation and returns its result.
func (b *builder) compute(in *program.PrimOp, info *program.OpcodeInfo, args []Ref) Ref {
	none := Ref{ID: None}
	st := Step{Op: in.Op, Pos: b.pos(in.Pos), Code: info.Row.Code, X: none, Y: none, Z: none}
	switch info.Row.Form {
	case optab.Const:
		return args[0]
	case optab.Reshape:
		shape := b.plan.Vars[b.plan.Variable(in.Out[0].Name)].Shape
		return Ref{ID: args[0].ID, Off: args[0].Off, Shape: shape}
	case optab.Elementwise:
		st.Kind = Apply
		var shape []int
		for _, a := range args {
			shape, _ = program.BroadcastShapes(shape, a.Shape)
		}
		for i, p := range []struct {
			r *Ref
			o *[]int
		}{{&st.X, &st.OX}, {&st.Y, &st.OY}, {&st.Z, &st.OZ}} {
			if i < len(args) {
				*p.r, *p.o = args[i], offsets(args[i].Shape, shape)
			}
		}
		return b.emit(st, info.Out, shape)
	case optab.Reduce:
		x := args[0]
		st.Kind, st.X, st.Inner = Reduce, x, x.Shape[len(x.Shape)-1]
		return b.emit(st, info.Out, x.Shape[:len(x.Shape)-1])
	case optab.Dot, optab.MatVec:
		st.Kind, st.X, st.Y = Dot, args[0], args[1]
		k := len(args[1].Shape) - 1
		st.Inner = args[1].Shape[k]
		shape, _ := program.BroadcastShapes(args[0].Shape[:len(args[0].Shape)-1], args[1].Shape[:k])
		st.OX, st.OY = offsets(args[0].Shape[:len(args[0].Shape)-1], shape), offsets(args[1].Shape[:k], shape)
		return b.emit(st, info.Out, shape)
	case optab.Index:
		return b.index(st, info, args)
	case optab.Insert:
		st.Kind, st.X, st.Y, st.Idx = Insert, args[0], args[1], args[2:]
		st.Dims, st.Inner = args[0].Shape[:len(st.Idx)], program.Elements(args[0].Shape[len(st.Idx):])
		st.OY = offsets(args[1].Shape, args[0].Shape[len(st.Idx):])
		return b.emit(st, info.Out, args[0].Shape)
	}
	panic("bug: plan: no translation for " + in.Op.String())
}

// longestParts is the number of elements up to which a literal index into a uniform is a
// reading of a part of it. Elements of longer ones are steps: they are tables, since each
// element as a vector takes 64 bytes.
const longestParts = 4096

// index takes an element. Literal indices in range only move the reference; an index that
// differs by lane is a step, and so is every index into a uniform whose length the run
// brings, or which is long.
func (b *builder) index(st Step, info *program.OpcodeInfo, args []Ref) Ref {
	x, idx := args[0], args[1:]
	long := b.b.Values[x.ID].Uniform > 0 && program.Elements(x.Shape) > longestParts
	for len(idx) > 0 && !long {
		k, ok := b.literalOf(idx[0])
		if !ok || k < 0 || k >= int64(x.Shape[0]) {
			break
		}
		sub := x.Shape[1:]
		x = Ref{ID: x.ID, Off: x.Off + int(k)*program.Elements(sub), Shape: sub}
		idx = idx[1:]
	}
	if len(idx) == 0 {
		if v := b.b.Values[x.ID]; v.Kind == Top && x.Elems() < v.Elems {
			// A copy, not a reference: the array may be written in place later.
			id := b.temp(v.Dtype, x.Elems())
			b.add(Step{Kind: Move, Dst: id, X: x, Y: Ref{ID: None}, Z: Ref{ID: None}, N: x.Elems()})
			return Ref{ID: id, Shape: x.Shape}
		}
		return x
	}
	sub := x.Shape[len(idx):]
	st.Kind, st.X, st.Idx, st.Dims, st.Inner = Index, x, idx, x.Shape[:len(idx)], program.Elements(sub)
	return b.emit(st, info.Out, sub)
}

func (b *builder) literalOf(r Ref) (int64, bool) {
	v := b.b.Values[r.ID]
	return int64(v.Bits), v.Kind == Const && v.Uniform == 0
}

func (b *builder) emit(st Step, d program.Dtype, shape []int) Ref {
	st.N = program.Elements(shape)
	key, r, known := b.again(&st)
	if known {
		return r
	}
	st.Dst = b.temp(d, st.N)
	b.add(st)
	r = Ref{ID: st.Dst, Shape: shape}
	if key != "" {
		b.computed[key] = r
	}
	return r
}
