package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Reading and writing memory.

// load reads a place.
func (b *operands) load(in *ssa.UnOp) {
	if a := b.atom(in.X); a.Kind == known.Boxed {
		b.define(b.unboxed(a)) // of another type: reinterpret
		return
	}
	b.define(b.read(b.deref(in.X)))
}

func (b *heap) read(p place) known.Value {
	switch p.reg.Kind {
	case known.ChoiceRegion:
		return b.readChoice(p)
	case known.TableRegion:
		return b.readTable(p)
	case known.UniformRegion:
		return b.readUniform(p)
	}
	b.notNilPlace(p)
	b.touch(p.reg, p.from, p.to, false)
	v := make(known.Value, p.to-p.from)
	paths := b.layouts.Of(p.elem).Leaves
	for i := range v {
		path := ""
		if i < len(paths) {
			path = paths[i].Path
		}
		v[i] = b.readLeaf(p, p.from+i, path)
	}
	return v
}

// readLeaf reads one leaf of a lane's memory; path names it within what is read.
func (b *heap) readLeaf(p place, k int, path string) known.Atom {
	lf := p.reg.Layout.Leaves[k]
	lf.Shape = lf.Shape[len(p.index):]
	if !b.emitting() {
		switch {
		case b.frozenLeaf(p.reg, k):
			o, ok := b.ctx.Read(known.CellKey{Region: p.reg.Name, Leaf: k}).(known.Value)
			if !ok {
				b.wait()
			}
			a := o[0]
			if len(p.index) > 0 && a.Kind == known.Number {
				a.Leaf = lf
				if !a.Nums[0].IsLiteral() || len(lf.Shape) > 0 {
					a.Nums = []program.Operand{known.Varying()}
				}
			}
			return a
		case lf.Ref == nil:
			return known.NumberAtom(lf, known.Varying())
		}
		a := b.cell(p.reg, k)
		if a.Kind == known.Number {
			b.wait()
		}
		return a
	}
	m := b.memory(p.reg)
	if m.frozen != nil && m.frozen[k] {
		a := m.atoms[k]
		switch {
		case len(p.index) == 0:
			return a
		case a.Kind != known.Number:
			return b.elementOf(a, lf, p.index, path)
		}
		whole := p.reg.Layout.Leaves[k]
		o := a.Nums[0]
		if !o.IsLiteral() || len(lf.Shape) > 0 || !inRange(p.index, whole.Shape) {
			o = b.element(b.shaped(o, whole), lf, p.index)
		}
		if a.Nums[0].IsLiteral() && len(lf.Shape) == 0 {
			o = a.Nums[0] // as the analysis has it; the element is there for its fault
		}
		return known.NumberAtom(lf, o)
	}
	have := known.Value{m.atoms[k]}.Clone()
	leaves := have.NumberLeaves(nil)
	var to []string
	var from []program.Operand
	for i, o := range have.Flat(nil) {
		if !slices.Contains(m.names[k], o.Name) {
			continue
		}
		nl := have[0].HeldIn(lf, leaves[i])
		nl.Path, nl.GoType = path, leaves[i].GoType
		if have[0].Kind != known.Number {
			nl.Path += leaves[i].Path
		}
		if len(p.index) > 0 {
			*o = b.elementIn(p, *o, nl)
			continue
		}
		name := b.tempLeaf(nl)
		to, from = append(to, name), append(from, *o)
		*o = program.Ref(name)
	}
	b.copy(to, from)
	a := have[0]
	if a.Kind == known.Number {
		a.Leaf = lf
	}
	return a
}

// elementOf reads an element of an array of pointers, functions and the like:
// of the numbers in them that differ between its elements.
func (b *coder) elementOf(a known.Atom, lf known.Leaf, index []program.Operand, path string) known.Atom {
	have := known.Value{a}.Clone()
	leaves := have.NumberLeaves(nil)
	for i, o := range have.Flat(nil) {
		if len(b.numbersShape(*o)) > 0 {
			*o = b.element(*o, known.Leaf{Path: path + leaves[i].Path, Dtype: leaves[i].Dtype, GoType: leaves[i].GoType,
				Shape: lf.Shape}, index)
		}
	}
	return have[0]
}

// inRange reports whether indices are known to be in the range of their axes.
func inRange(index []program.Operand, shape []int) bool {
	for i, o := range index {
		if !o.IsLiteral() || o.Bits >= uint64(shape[i]) {
			return false
		}
	}
	return true
}

// tempLeaf declares a variable for a leaf of what the current instruction gives.
func (b *coder) tempLeaf(lf known.Leaf) string {
	hint := "t"
	if v, ok := b.cur.(ssa.Value); ok && b.hints[v] != "" {
		hint = b.hints[v]
	}
	name := b.names.Unique(b.f.name + "." + hint + lf.Path)
	b.declare(name, lf)
	return name
}

// element emits the element of a variable at the indices of its leading axes.
func (b *coder) element(base program.Operand, lf known.Leaf, index []program.Operand) program.Operand {
	if !b.emitting() {
		return known.Varying()
	}
	name := b.tempLeaf(lf)
	b.set(name, program.OpcodeFor("index", lf.Dtype), append([]program.Operand{base}, index...)...)
	return program.Ref(name)
}

// elementIn is element for what is at a place.
func (b *coder) elementIn(p place, base program.Operand, lf known.Leaf) program.Operand {
	if !b.emitting() {
		return known.Varying()
	}
	name := b.tempLeaf(lf)
	b.onElement(p, "index", lf.Dtype, name, base)
	return program.Ref(name)
}

// onElement emits an operation on what is at a place.
func (b *coder) onElement(p place, row string, d program.Dtype, to string, in ...program.Operand) {
	b.append(&program.PrimOp{Op: program.OpcodeFor(row, d), In: slices.Concat(in, p.index),
		Out: []program.Output{{Name: to}}, Pos: b.at, Proven: p.there})
}

// shaped returns an operand with the leaf's event shape: a literal that stands
// for an array of zeros becomes a variable.
func (b *coder) shaped(o program.Operand, l known.Leaf) program.Operand {
	if !b.emitting() || !o.IsLiteral() || len(l.Shape) == 0 {
		return o
	}
	name := b.names.Unique(b.f.name + ".t")
	b.declare(name, known.Leaf{Dtype: l.Dtype, Shape: l.Shape, GoType: l.GoType})
	b.copy([]string{name}, []program.Operand{o})
	return program.Ref(name)
}

// store writes a place.
func (b *operands) store(in *ssa.Store) {
	v := b.value(in.Val)
	p := b.deref(in.Addr)
	b.checkWritten(in.Addr, p)
	b.copyRows(in.Val, in.Addr, v)
	b.write(p, v)
}

func (b *heap) write(p place, v known.Value) {
	switch p.reg.Kind {
	case known.ChoiceRegion:
		b.writeChoice(p, b.settleAll(v))
		return
	case known.TableRegion:
		b.fail("assignment to %s, which all lanes share; use a local variable and return it", p.reg.Describe())
	case known.UniformRegion:
		b.failAll("assignment to an element of %s, which is uniform: one value for all lanes, and read-only",
			p.reg.Describe())
	}
	v = b.settleAll(v)
	b.holdRows(v)
	b.put(p, v)
}

// put writes to one memory, which has what was in it elsewhere until now.
func (b *heap) put(p place, v known.Value) {
	b.notNilPlace(p)
	if !b.emitting() {
		b.touch(p.reg, p.from, p.to, true)
		for i, a := range v {
			k := p.from + i
			if p.reg.Layout.Leaves[k].Ref != nil || b.frozenLeaf(p.reg, k) {
				b.raise(p.reg, k, a)
			}
		}
		return
	}
	m := b.memory(p.reg)
	var to []string
	var from []program.Operand
	for i, a := range v {
		k := p.from + i
		switch {
		case m.frozen != nil && m.frozen[k]:
			m.atoms[k] = a
		case len(p.index) == 0:
			t, f := b.assignment(m, k, a)
			to, from = append(to, t...), append(from, f...)
		default:
			lf := p.reg.Layout.Leaves[k]
			t, f := b.assignment(m, k, a)
			for j, name := range t {
				whole := b.out.VarDefs.Def(name).Type.Flatten()[0]
				rest := known.Leaf{Dtype: whole.Dtype, Shape: whole.Shape[len(p.index):], GoType: lf.GoType}
				b.onElement(p, "insert", rest.Dtype, name, program.Ref(name), b.shaped(f[j], rest))
			}
		}
	}
	b.copy(to, from)
}

// settleAll settles the pointers of a value that leaves the instruction's
// neighbourhood.
func (b *coder) settleAll(v known.Value) known.Value {
	for i, a := range v {
		if a.Kind == known.Pointer && a.Pending {
			v = slices.Clone(v)
			v[i] = b.settled(a)
		}
	}
	return v
}
