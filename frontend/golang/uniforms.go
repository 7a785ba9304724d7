package golang

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Uniforms: what is the same for all lanes stays one value, and so does what
// is computed of nothing else.

// isUniform reports whether a name is a uniform's.
func (t *translator) isUniform(name string) bool { return t.uniforms[name] != nil }

func (t *translator) addUniform(u *program.Uniform) {
	t.uniforms[u.Name] = u
	t.out.Uniforms = append(t.out.Uniforms, u)
}

// derived returns the uniform that an operation on uniforms and literals gives.
func (t *translator) derived(code program.Opcode, in []program.Operand) string {
	key := []byte(code.String())
	for _, o := range in {
		key = appendOperandKey(key, o)
	}
	return t.define(string(key), code.String(), &program.Uniform{
		Type: program.TensorType{Dtype: code.Info().Out},
		Def:  &program.Definition{Op: code, In: append([]program.Operand(nil), in...)},
	})
}

// lengthOf returns the uniform that is the length of a uniform along an axis,
// or a literal.
func (t *translator) lengthOf(u *program.Uniform, axis int) program.Operand {
	if n := u.Type.Shape[axis]; n != program.AnyLength {
		return litI64(int64(n))
	}
	name := t.define("length "+u.Name+" "+itoa(axis), u.Name+".len", &program.Uniform{
		Type: program.TensorType{Dtype: program.I64},
		Def:  &program.Definition{Of: u.Name, Axis: axis},
	})
	return program.Ref(name)
}

// define declares a derived uniform, once.
func (t *translator) define(key, base string, u *program.Uniform) string {
	if name, ok := t.derivedBy[key]; ok {
		return name
	}
	u.Name = t.names.unique(strings.ReplaceAll(base, " ", "_"))
	t.derivedBy[key] = u.Name
	t.addUniform(u)
	return u.Name
}

// readUniform reads a place of what a uniform parameter refers to.
func (b *body) readUniform(p place) value {
	if p.reg.shared != nil {
		return b.readShared(p)
	}
	u := b.uniformOf(p.reg, p.from)
	if s, ok := p.elem.Underlying().(*types.Slice); ok {
		n := b.lengthOf(u, len(p.index))
		// The indices were checked against the lengths of the slices they are of.
		index := append(append([]program.Operand(nil), p.index...), litI64(0), n, n)
		return value{{kind: slice, reg: p.reg, from: p.from, to: p.to, nums: index, elem: s.Elem()}}
	}
	out := make(value, p.to-p.from)
	for i := range out {
		u := b.uniformOf(p.reg, p.from+i)
		lf := p.reg.layout.leaves[p.from+i]
		lf.shape = u.Type.Shape[len(p.index):]
		out[i] = b.uniformLeaf(program.Ref(u.Name), lf, p.index)
	}
	return out
}

// uniformLeaf is a leaf of a uniform at the indices of its leading axes.
func (b *body) uniformLeaf(o program.Operand, lf leaf, index []program.Operand) atom {
	if len(index) > 0 {
		o = b.element(o, leaf{dtype: lf.dtype, shape: lf.shape}, index)
	}
	if row := wraps[lf.goTyp]; row != "" && len(lf.shape) == 0 {
		// Given in the type that stores it.
		o = b.op(row, lf.dtype, o)
	}
	return numberAtom(lf, o)
}

// readShared reads a place of what a uniform pointer points to.
func (b *body) readShared(p place) value {
	out := slices.Clone(p.reg.shared[p.from:p.to])
	for i, a := range out {
		if a.kind != number || len(p.index) == 0 {
			continue
		}
		lf := a.leaf
		lf.shape = lf.shape[len(p.index):]
		out[i] = b.uniformLeaf(a.nums[0], lf, p.index)
	}
	return out
}

// uniformPointer is a uniform parameter of a pointer type: a pointer to one
// value for all lanes.
func (t *translator) uniformPointer(name string, elem types.Type) (value, string) {
	shared, why := t.uniformParameter(name, elem)
	if why != "" {
		return nil, why
	}
	r := &region{name: "u:" + name, kind: uniformRegion, typ: elem, layout: t.layouts.of(elem), shared: shared, what: name}
	return value{{kind: pointer, reg: r, to: len(r.layout.leaves), elem: elem}}, ""
}

func (b *body) uniformOf(r *region, k int) *program.Uniform {
	return b.uniforms[r.layout.leaves[k].path]
}

// uniformSlice is a uniform parameter of a slice type: its elements are in
// uniforms of any length. A slice of slices is a matrix. The region's leaves
// have the names of the uniforms as their paths.
func (t *translator) uniformSlice(name string, s *types.Slice) value {
	var shape []int
	var elem types.Type = s
	for {
		u, ok := elem.Underlying().(*types.Slice)
		if !ok {
			break
		}
		shape = append(shape, program.AnyLength)
		elem = u.Elem()
	}
	r := &region{name: "u:" + name, kind: uniformRegion, typ: s, layout: new(layout), what: name}
	for _, lf := range t.layouts.of(elem).leaves {
		u := &program.Uniform{Name: t.names.unique(name + lf.path), Type: program.TensorType{Dtype: lf.dtype, Shape: append(append([]int(nil), shape...), lf.shape...)}}
		t.addUniform(u)
		lf.path = u.Name
		lf.shape = u.Type.Shape
		r.layout.leaves = append(r.layout.leaves, lf)
	}
	n := t.lengthOf(t.uniforms[r.layout.leaves[0].path], 0)
	return value{{kind: slice, reg: r, to: len(r.layout.leaves), elem: s.Elem(), nums: []program.Operand{litI64(0), n, n}}}
}
