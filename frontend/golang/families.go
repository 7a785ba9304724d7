package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// A family of tables (known/family.go) becomes one table, with an axis in front that selects the
// member. Shorter members are padded: what is read is within the length of the
// member.

// notNilPointer faults in the lanes in which a pointer is nil.
func (b *coder) notNilPointer(a known.Atom) {
	if a.Region.Kind == known.ChoiceRegion || a.Region.Family != nil || a.Region.Nilable {
		b.notNil(a.Region, a.Nums[0])
	}
}

// notNil faults in the lanes in which a pointer to an option of a choice, or to a
// member of a family, is nil.
func (b *coder) notNil(r *known.Region, option program.Operand) {
	switch {
	case option == known.NoOption:
		b.nilDereference()
	case !r.MayBeNil() || option.IsLiteral() || !b.emitting():
		return
	}
	if b.checked.block == b.block && slices.Contains(b.checked.options, option) {
		return
	}
	b.knownNotNil(option)
	null, after := b.newBlock("nil"), b.newBlock("some")
	null.Term = program.FaultOp{Code: faultNil, Pos: b.at}
	b.block.Term = program.BranchOp{Cond: b.op("lt", program.I64, option, known.Int64(0)), Then: null.Name,
		Else: after.Name, Pos: b.at}
	b.block, b.checked.block = after, after
}

// notNilPlace faults in the lanes in which what pointed to a place of an arena is nil.
func (b *coder) notNilPlace(p place) {
	if p.reg.Arena && len(p.index) > 0 {
		b.notNil(p.reg, p.index[0])
	}
}

// knownNotNil notes that a number of a pointer says that it is not nil.
func (b *coder) knownNotNil(number program.Operand) {
	if !b.emitting() {
		return
	}
	if b.checked.block != b.block {
		b.checked.block, b.checked.options = b.block, nil
	}
	b.checked.options = append(b.checked.options, number)
}

// readFamily reads a place of a family.
func (b *tables) readFamily(p place) known.Value {
	f := p.reg.Family
	b.notNil(p.reg, p.index[0])
	out := make(known.Value, p.to-p.from)
	for i := range out {
		k := p.from + i
		lf := f.Members[0].(*variableTable).leaves[k].Leaf
		lf.Shape = lf.Shape[len(p.index)-1:]
		if f.Uniforms[k] == nil {
			f.Uniforms[k] = &program.Uniform{Name: b.names.Unique("tables"), Type: program.TensorType{Dtype: lf.Dtype}}
			b.addUniform(f.Uniforms[k])
		}
		out[i] = known.NumberAtom(lf, b.element(program.Ref(f.Uniforms[k].Name), lf, p.index))
	}
	return out
}

// fillFamilies gives the families their elements, now that all members are known.
func fillFamilies(fs known.Families) {
	for _, f := range fs {
		for k, u := range f.Uniforms {
			if u != nil {
				fillFamily(u, f.Members, k)
			}
		}
	}
}

// fillFamily gives the k-th leaf of a family its elements.
func fillFamily(u *program.Uniform, members []known.Table, k int) {
	shape := make([]int, len(members[0].(*variableTable).leaves[k].Shape))
	for _, m := range members {
		for axis, n := range m.(*variableTable).leaves[k].Shape {
			shape[axis] = max(shape[axis], n)
		}
	}
	u.Type.Shape = append([]int{len(members)}, shape...)
	u.Data = nil
	for _, m := range members {
		l := m.(*variableTable).leaf(k)
		u.Data = appendPadded(u.Data, l.data, l.Shape, shape)
	}
}

// appendPadded appends the elements of a tensor in a larger shape, with zeros.
func appendPadded(to, data []uint64, shape, larger []int) []uint64 {
	if len(shape) == 0 {
		return append(to, data...)
	}
	row := program.Elements(shape[1:])
	for i := range larger[0] {
		if i < shape[0] {
			to = appendPadded(to, data[i*row:(i+1)*row], shape[1:], larger[1:])
		} else {
			to = append(to, make([]uint64, program.Elements(larger[1:]))...)
		}
	}
	return to
}
