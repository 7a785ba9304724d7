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
	if p.reg.nilable {
		b.notNil(p.reg, p.index[0])
	}
	if s, ok := p.elem.Underlying().(*types.Slice); ok && p.reg.refs[p.from] == nil {
		u := b.uniformOf(p.reg, p.from)
		n := b.lengthOf(u, len(p.index))
		// The indices were checked against the lengths of the slices they are of.
		index := append(append([]program.Operand(nil), p.index...), litI64(0), n, n)
		return value{{kind: slice, reg: p.reg, from: p.from, to: p.to, nums: index, elem: s.Elem()}}
	}
	out := make(value, p.to-p.from)
	for i := range out {
		if p.reg.refs[p.from+i] != nil {
			out[i] = b.readPoolRef(p, p.from+i)
			continue
		}
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
	if typ := types.NewPointer(elem); leadsToItself(typ) {
		// It is like those that it leads to, and may be nil as they may.
		ps := t.newPools()
		ref := ps.ref(name, leaf{ref: typ}, nil)
		if why := ps.whyNot(ref); why != "" {
			return nil, why
		}
		return value{ref.atom(elem)}, ""
	}
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

// uniformSlice is a uniform parameter of a slice type, or a field of one: its elements
// are in uniforms of any length. A slice of slices of numbers is a matrix. The region's
// leaves have the names of the uniforms as their paths.
func (ps *pools) uniformSlice(name string, typ types.Type) (value, string) {
	shape, elem := []int{program.AnyLength}, referredTo(typ)
	for isSlice(elem) && !ps.pooled(typ) {
		shape = append(shape, program.AnyLength)
		elem = referredTo(elem)
	}
	if why := tooLarge(elem); why != "" {
		return nil, why
	}
	r := &region{name: "u:" + name, kind: uniformRegion, typ: typ, layout: new(layout), what: name}
	declared := len(ps.out.Uniforms)
	ps.fill(r, name, elem, shape)
	if why := ps.whyNot(nil); why != "" {
		return nil, why
	}
	if len(ps.out.Uniforms) == declared {
		return nil, sizeless
	}
	n := ps.lengthOf(ps.out.Uniforms[declared], 0)
	return value{{kind: slice, reg: r, to: len(r.layout.leaves), elem: referredTo(typ), nums: []program.Operand{litI64(0), n, n}}}, ""
}
