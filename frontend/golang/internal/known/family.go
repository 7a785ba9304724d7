package known

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
// It is one table more, with an axis in front that selects the member. A pointer
// that is nil in some lanes is to the member -1.

// Family is tables of one structure.
type Family struct {
	region  *Region
	Members []Table
	nilable bool
	// Uniforms are the leaves that are read of it.
	Uniforms []*program.Uniform
}

// Families are those of a program, by structure.
type Families map[string]*Family

// familyKey names the family of the table that a pointer or slice is of, or is
// empty.
func (a Atom) familyKey() string {
	if a.Region.Kind != TableRegion || a.Region.Families == nil || a.Region.Family != nil ||
		a.Region.Table.Width() == 0 {
		return ""
	}
	return a.Region.Table.Structure()
}

// lift makes a pointer or slice to a table one to the table's family.
func (a Atom) lift(key string) Atom {
	f := a.Region.Families[key]
	if f == nil {
		f = &Family{}
		f.region = &Region{Name: "F:" + key, Kind: TableRegion, What: "one of several tables",
			Families: a.Region.Families, Family: f}
		f.Uniforms = make([]*program.Uniform, a.Region.Table.Width())
		a.Region.Families[key] = f
	}
	i := slices.Index(f.Members, a.Region.Table)
	if i < 0 {
		i = len(f.Members)
		f.Members = append(f.Members, a.Region.Table)
	}
	a.Region = f.region
	a.Nums = append([]program.Operand{Int64(int64(i))}, a.Nums...)
	return a
}

// Lifted makes two atoms pointers to one family if they are to different
// tables of one structure.
func Lifted(a, b Atom) (Atom, Atom) {
	switch {
	case a.Kind == Nothing && b.Kind == Pointer:
		return swap(b.OrNil(a))
	case b.Kind == Nothing && a.Kind == Pointer:
		return a.OrNil(b)
	}
	if a.Region == nil || b.Region == nil || a.Region.Name == b.Region.Name {
		return a, b
	}
	ka, kb := a.familyKey(), b.familyKey()
	switch {
	case a.Region.Family != nil && "F:"+kb == a.Region.Name:
		b = b.lift(kb)
	case b.Region.Family != nil && "F:"+ka == b.Region.Name:
		a = a.lift(ka)
	case ka != "" && ka == kb:
		a, b = a.lift(ka), b.lift(kb)
	}
	return a, b
}

func swap(a, b Atom) (Atom, Atom) { return b, a }

// OrNil makes a pointer to a table one to the table's family, and any other one that
// cannot be nil already one to a choice, and null nil as such a pointer.
func (a Atom) OrNil(null Atom) (pointer, nilPointer Atom) {
	switch key := a.familyKey(); {
	case key != "" && !a.Pending:
		a = a.lift(key)
		a.Region.Family.nilable = true
	case a.Region.Family != nil && !a.Pending:
		a.Region.Family.nilable = true
	case a.Region.Kind == UniformRegion && a.Region.Nilable && !a.Pending:
	case a.NilInArena():
	case a.choosable():
		a = a.Choice()
		a.Region = NewChoice(a.Region.Options, true)
	default:
		return a, null
	}
	null = a
	null.Nums = make([]program.Operand, len(a.Nums))
	for i := range null.Nums {
		null.Nums[i] = Int64(0)
	}
	if a.Pending {
		null.Nums[len(null.Nums)-1] = Int64(1) // the index 0 is in range
	}
	null.Nums[0] = NoOption
	return a, null
}

// NoOption is the number of the option, or of the member of a family, that a nil
// pointer is to.
var NoOption = Int64(-1)

// MayBeNil reports whether the first number of a pointer says if it is nil.
func (r *Region) MayBeNil() bool { return r.Nilable || r.Family != nil && r.Family.nilable }
