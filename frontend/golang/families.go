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

// orNil makes a pointer to a table one to the table's family, and any other one that
// cannot be nil already one to a choice, and null nil as such a pointer.
func (a atom) orNil(null atom) (pointer, nilPointer atom) {
	switch key := a.familyKey(); {
	case key != "" && !a.pending:
		a = a.lift(key)
		a.reg.family.nilable = true
	case a.reg.family != nil && !a.pending:
		a.reg.family.nilable = true
	case a.reg.kind == uniformRegion && a.reg.nilable && !a.pending:
	case a.choosable():
		a = a.choice()
		a.reg = newChoice(a.reg.options, true)
	default:
		return a, null
	}
	null = a
	null.nums = make([]program.Operand, len(a.nums))
	for i := range null.nums {
		null.nums[i] = litI64(0)
	}
	if a.pending {
		null.nums[len(null.nums)-1] = litI64(1) // the index 0 is in range
	}
	null.nums[0] = noOption
	return a, null
}

// noOption is the number of the option, or of the member of a family, that a nil
// pointer is to.
var noOption = litI64(-1)

// mayBeNil reports whether the first number of a pointer says if it is nil.
func (r *region) mayBeNil() bool { return r.nilable || r.family != nil && r.family.nilable }

// notNilPointer faults in the lanes in which a pointer is nil.
func (b *body) notNilPointer(a atom) {
	if a.reg.kind == choiceRegion || a.reg.family != nil || a.reg.nilable {
		b.notNil(a.reg, a.nums[0])
	}
}

// notNil faults in the lanes in which a pointer to an option of a choice, or to a
// member of a family, is nil.
func (b *body) notNil(r *region, option program.Operand) {
	switch {
	case option == noOption:
		b.nilDereference()
	case !r.mayBeNil() || option.IsLiteral() || !b.emitting():
		return
	}
	if b.checked.block != b.block {
		b.checked.block, b.checked.options = b.block, nil
	}
	if slices.Contains(b.checked.options, option) {
		return
	}
	b.checked.options = append(b.checked.options, option)
	null, after := b.newBlock("nil"), b.newBlock("some")
	null.Term = program.FaultOp{Code: faultNil, Pos: b.at}
	b.block.Term = program.BranchOp{Cond: b.op("lt", program.I64, option, litI64(0)), Then: null.Name, Else: after.Name, Pos: b.at}
	b.block, b.checked.block = after, after
}

// readFamily reads a place of a family.
func (b *body) readFamily(p place) value {
	f := p.reg.family
	b.notNil(p.reg, p.index[0])
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
