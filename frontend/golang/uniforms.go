package golang

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
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
		key = known.AppendOperandKey(key, o)
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
		return known.Int64(int64(n))
	}
	name := t.define("length "+u.Name+" "+itoa(axis), u.Name+".len", &program.Uniform{
		Type: program.TensorType{Dtype: program.I64},
		Def:  &program.Definition{Of: u.Name, Axis: axis},
	})
	return program.Ref(name)
}

// define declares a derived uniform or a table, once.
func (t *translator) define(key, base string, u *program.Uniform) string {
	if name, ok := t.derivedBy[key]; ok {
		return name
	}
	u.Name = t.names.Unique(strings.ReplaceAll(base, " ", "_"))
	t.derivedBy[key] = u.Name
	t.addUniform(u)
	return u.Name
}

// readUniform reads a place of what a uniform parameter refers to.
func (b *tables) readUniform(p place) known.Value {
	if p.reg.Shared != nil {
		return b.readShared(p)
	}
	if p.reg.Nilable {
		b.notNil(p.reg, p.index[0])
	}
	if s, ok := p.elem.Underlying().(*types.Slice); ok && p.reg.Refs[p.from] == nil {
		u := b.uniformOf(p.reg, p.from)
		n := b.lengthOf(u, len(p.index))
		// The indices were checked against the lengths of the slices they are of.
		index := append(append([]program.Operand(nil), p.index...), known.Int64(0), n, n)
		return known.Value{{Kind: known.Slice, Region: p.reg, From: p.from, To: p.to, Nums: index, Elem: s.Elem()}}
	}
	out := make(known.Value, p.to-p.from)
	for i := range out {
		if p.reg.Refs[p.from+i] != nil {
			out[i] = b.readPoolRef(p, p.from+i)
			continue
		}
		u := b.uniformOf(p.reg, p.from+i)
		lf := p.reg.Layout.Leaves[p.from+i]
		lf.Shape = u.Type.Shape[len(p.index):]
		out[i] = b.uniformLeaf(program.Ref(u.Name), lf, p.index)
	}
	return out
}

// uniformLeaf is a leaf of a uniform at the indices of its leading axes.
func (b *coder) uniformLeaf(o program.Operand, lf known.Leaf, index []program.Operand) known.Atom {
	if len(index) > 0 {
		o = b.element(o, known.Leaf{Dtype: lf.Dtype, Shape: lf.Shape}, index)
	}
	if row := wraps[lf.GoType]; row != "" && len(lf.Shape) == 0 {
		// Given in the type that stores it.
		o = b.op(row, lf.Dtype, o)
	}
	return known.NumberAtom(lf, o)
}

// readShared reads a place of what a uniform pointer points to.
func (b *tables) readShared(p place) known.Value {
	out := slices.Clone(p.reg.Shared[p.from:p.to])
	for i, a := range out {
		switch {
		case len(p.index) == 0 || a.Kind == known.Conflict:
			continue
		case a.Kind != known.Number:
			rest := p.reg.Layout.Leaves[p.from+i].Shape[len(p.index):]
			out[i].Nums = make([]program.Operand, len(a.Nums))
			for k, o := range a.Nums {
				out[i].Nums[k] = b.element(o, known.Leaf{Dtype: program.I64, Shape: rest}, p.index)
			}
			continue
		}
		lf := a.Leaf
		lf.Shape = lf.Shape[len(p.index):]
		out[i] = b.uniformLeaf(a.Nums[0], lf, p.index)
	}
	return out
}

// uniformPointer is a uniform parameter of a pointer type: a pointer to one
// value for all lanes.
func (t *translator) uniformPointer(name string, elem types.Type) (known.Value, string) {
	if typ := types.NewPointer(elem); leadsToItself(typ) {
		// It is like those that it leads to, and may be nil as they may.
		ps := t.parameterPools()
		ref := ps.ref(name, known.Leaf{Ref: typ}, nil)
		if why := ps.whyNot(ref); why != "" {
			return nil, why
		}
		return known.Value{ref.Atom(elem)}, ""
	}
	shared, why := t.uniformParameter(name, elem)
	if why != "" {
		return nil, why
	}
	r := &known.Region{Name: "u:" + name, Kind: known.UniformRegion, Type: elem, Layout: t.layouts.Of(elem),
		Shared: shared, What: name}
	return known.Value{{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: elem}}, ""
}

func (b *coder) uniformOf(r *known.Region, k int) *program.Uniform {
	return b.uniforms[r.Layout.Leaves[k].Path]
}

// uniformSlice is a uniform parameter of a slice type, or a field of one: its elements
// are in uniforms of any length. A slice of slices of numbers is a matrix. The region's
// leaves have the names of the uniforms as their paths.
func (ps *pools) uniformSlice(name string, typ types.Type) (known.Value, string) {
	shape, elem := []int{program.AnyLength}, referredTo(typ)
	for gotypes.IsSlice(elem) && !ps.inRows(typ) {
		shape = append(shape, program.AnyLength)
		elem = referredTo(elem)
	}
	if why := tooLarge(elem); why != "" {
		return nil, why
	}
	r := &known.Region{Name: "u:" + name, Kind: known.UniformRegion, Type: typ, Layout: new(known.Layout), What: name,
		Made: known.Made{Brought: true}}
	declared := len(ps.out.Uniforms)
	ps.fill(r, name, elem, shape)
	if why := ps.whyNot(nil); why != "" {
		return nil, why
	}
	if len(ps.out.Uniforms) == declared {
		return nil, sizeless
	}
	n := ps.lengthOf(ps.out.Uniforms[declared], 0)
	return known.Value{{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: referredTo(typ),
		Nums: []program.Operand{known.Int64(0), n, n}}}, ""
}
