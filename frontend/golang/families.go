package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// A family is tables of one structure, for a pointer or slice that is of one
// table in some lanes and of another in others, as in
//
//	p := &p8
//	if x < 8 {
//		p = &p5
//	}
//
// It is one table more, with an axis in front that selects the member. Shorter
// members are padded: what is read is within the length of the member.
//
// A pointer that is nil in some lanes is to the member -1.
type family struct {
	region  *region
	members []*table
	nilable bool
	leaves  []familyLeaf
}

type familyLeaf struct {
	k       int // of the members
	uniform *program.Uniform
}

// families are those of a program, by structure.
type families map[string]*family

// familyKey names the family of the table that a pointer or slice is of, or is
// empty.
func (a atom) familyKey() string {
	if a.reg.kind != tableRegion || a.reg.fams == nil || a.reg.family != nil || len(a.reg.table.leaves) == 0 {
		return ""
	}
	return a.reg.table.structure()
}

// lift makes a pointer or slice to a table one to the table's family.
func (a atom) lift(key string) atom {
	f := a.reg.fams[key]
	if f == nil {
		f = &family{}
		f.region = &region{name: "F:" + key, kind: tableRegion, what: "one of several tables", fams: a.reg.fams, family: f}
		for k := range a.reg.table.leaves {
			f.leaves = append(f.leaves, familyLeaf{k: k})
		}
		a.reg.fams[key] = f
	}
	i := slices.Index(f.members, a.reg.table)
	if i < 0 {
		i = len(f.members)
		f.members = append(f.members, a.reg.table)
	}
	a.reg = f.region
	a.nums = append([]program.Operand{litI64(int64(i))}, a.nums...)
	return a
}

// lifted makes two atoms pointers to one family if they are to different
// tables of one structure.
func lifted(a, b atom) (atom, atom) {
	switch {
	case a.kind == nothing && b.kind == pointer:
		return swap(b.orNil(a))
	case b.kind == nothing && a.kind == pointer:
		return a.orNil(b)
	}
	if a.reg == nil || b.reg == nil || a.reg.name == b.reg.name {
		return a, b
	}
	ka, kb := a.familyKey(), b.familyKey()
	switch {
	case a.reg.family != nil && "F:"+kb == a.reg.name:
		b = b.lift(kb)
	case b.reg.family != nil && "F:"+ka == b.reg.name:
		a = a.lift(ka)
	case ka != "" && ka == kb:
		a, b = a.lift(ka), b.lift(kb)
	}
	return a, b
}

func swap(a, b atom) (atom, atom) { return b, a }

// orNil makes a pointer to a table one to the table's family, and null nil as
// such a pointer.
func (a atom) orNil(null atom) (pointer, nilPointer atom) {
	if a.pending {
		return a, null
	}
	if a.reg.family == nil {
		key := a.familyKey()
		if key == "" {
			return a, null
		}
		a = a.lift(key)
	}
	a.reg.family.nilable = true
	null = a
	null.nums = make([]program.Operand, len(a.nums))
	for i := range null.nums {
		null.nums[i] = litI64(0)
	}
	null.nums[0] = litI64(-1)
	return a, null
}

// notNil faults in the lanes in which a pointer to a family is nil.
func (b *body) notNil(f *family, member program.Operand) {
	switch {
	case member == litI64(-1):
		b.nilDereference()
	case !f.nilable || member.IsLiteral() || !b.emitting():
		return
	}
	if b.checked.block != b.block {
		b.checked.block, b.checked.members = b.block, nil
	}
	if slices.Contains(b.checked.members, member) {
		return
	}
	b.checked.members = append(b.checked.members, member)
	null, after := b.newBlock("nil"), b.newBlock("some")
	null.Term = program.FaultOp{Code: faultNil, Pos: b.at}
	b.block.Term = program.BranchOp{Cond: b.op("lt", program.I64, member, litI64(0)), Then: null.Name, Else: after.Name, Pos: b.at}
	b.block, b.checked.block = after, after
}

// readFamily reads a place of a family.
func (b *body) readFamily(p place) value {
	f := p.reg.family
	b.notNil(f, p.index[0])
	out := make(value, p.to-p.from)
	for i := range out {
		fl := &f.leaves[p.from+i]
		lf := f.members[0].leaves[fl.k].leaf
		lf.shape = lf.shape[len(p.index)-1:]
		if fl.uniform == nil {
			fl.uniform = &program.Uniform{Name: b.names.unique("tables"), Type: program.TensorType{Dtype: lf.dtype}}
			b.addUniform(fl.uniform)
		}
		out[i] = numberAtom(lf, b.element(program.Ref(fl.uniform.Name), lf, p.index))
	}
	return out
}

// fill gives the families their elements, now that all members are known.
func (fs families) fill() {
	for _, f := range fs {
		for _, fl := range f.leaves {
			if fl.uniform != nil {
				fl.fill(f.members)
			}
		}
	}
}

func (fl familyLeaf) fill(members []*table) {
	shape := make([]int, len(members[0].leaves[fl.k].shape))
	for _, m := range members {
		for axis, n := range m.leaves[fl.k].shape {
			shape[axis] = max(shape[axis], n)
		}
	}
	u := fl.uniform
	u.Type.Shape = append([]int{len(members)}, shape...)
	u.Data = nil
	for _, m := range members {
		l := m.leaf(fl.k)
		u.Data = appendPadded(u.Data, l.data, l.shape, shape)
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
