package known

import (
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// What is known where two ways meet.

// Join returns the least value above both. There always is one: atoms that do
// not fit together become a conflict.
func (v Value) Join(with instance.Operand) (instance.Operand, bool) {
	w, ok := with.(Value)
	if !ok || len(v) != len(w) {
		return nil, false
	}
	if v.joinsAsIs(w) {
		return v, true
	}
	out := make(Value, len(v))
	for i := range v {
		out[i] = joinAtoms(v[i], w[i])
	}
	return out, true
}

// joinsAsIs reports whether two values are seen to be alike at a glance, so that v is above both. It may be so
// otherwise too.
func (v Value) joinsAsIs(w Value) bool {
	if len(v) != len(w) {
		return false
	}
	for i := range v {
		if !v[i].joinsAsIs(&w[i]) {
			return false
		}
	}
	return true
}

// joinsAsIs is that of atoms.
func (a *Atom) joinsAsIs(b *Atom) bool {
	switch {
	case a.Kind != b.Kind || a.Region != b.Region || a.From != b.From || a.To != b.To || a.Pending != b.Pending ||
		a.Func != b.Func || a.Type != b.Type || a.Elem != b.Elem || a.Known != b.Known || a.Text != b.Text ||
		!slices.Equal(a.Nums, b.Nums):
		return false
	case a.Kind == Conflict || a.Kind == Broken || a.Kind == OneOf && a.Nums[0] != Varying():
		return false
	}
	return a.Parts.joinsAsIs(b.Parts)
}

// IsTop reports whether a value is numbers of which nothing is known, so that it
// stays what it is with whatever it is joined.
func (v Value) IsTop() bool {
	return len(v) > 0 && !slices.ContainsFunc(v, func(a Atom) bool {
		return a.Kind != Number || a.Nums[0] != Varying()
	})
}

func joinAtoms(a, b Atom) Atom {
	if a.joinsAsIs(&b) {
		return a
	}
	if a.Kind == Pointer && b.Kind == Pointer && a.Pending != b.Pending {
		a, b = a.unsettled(), b.unsettled()
	}
	switch {
	case a.IsEmptyText() && b.Kind == Slice:
		a = EmptyText(b)
	case b.IsEmptyText() && a.Kind == Slice:
		b = EmptyText(a)
	case a.IsText() && b.Kind == Slice || b.IsText() && a.Kind == Slice:
		if a, b = a.bytesIfKnown(), b.bytesIfKnown(); a.IsText() || b.IsText() {
			return unknownText(a, b)
		}
	}
	a, b = sameTextMemory(a, b)
	a, b = Lifted(a, b)
	a, b = a.EmptyOf(b), b.EmptyOf(a)
	a, b = Chosen(a, b)
	switch {
	case a.Kind == Broken || b.Kind == Broken:
		return BrokenAtom()
	case a.Kind == Conflict:
		return a
	case b.Kind == Conflict:
		return b
	case a.Kind == Nothing && b.Kind == Slice:
		return joinAtoms(NilSlice(b), b)
	case b.Kind == Nothing && a.Kind == Slice:
		return joinAtoms(a, NilSlice(a))
	}
	if a.IsText() && b.IsText() {
		return joinTexts(a, b)
	}
	if joined, ok := joinOptions(a, b, MaxOptions); ok {
		return joined
	}
	if a.Kind != b.Kind {
		return ConflictOf("it is %s or %s", a.Describe(), b.Describe())
	}
	switch a.Kind {
	case Pointer, Slice:
		if a.choosable() && b.choosable() && len(a.Nums) != len(b.Nums) && !a.Pending && !b.Pending {
			c := ConflictOf("it is %s, of which some are in arrays and others are not", a.Describe())
			c.Elem, c.Among = outside(a, b), slices.Concat(a.Region.All(), b.Region.All())
			return c
		}
		if a.Region.Name != b.Region.Name || a.From != b.From || a.To != b.To || a.Pending != b.Pending ||
			len(a.Nums) != len(b.Nums) {
			c := ConflictOf("it is %s or %s", a.Describe(), b.Describe())
			if a.choosable() && b.choosable() { // of more memories than a choice has
				c.Elem, c.Among = outside(a, b), slices.Concat(a.Region.All(), b.Region.All())
			}
			return c
		}
	case Boxed:
		if (a.Elem == nil) != (b.Elem == nil) {
			return ConflictOf("it is %s that a recursion makes or another", a.Describe())
		}
	case Mapping:
		if a.Region.Name != b.Region.Name {
			return ConflictOf("it is %s or %s", a.Describe(), b.Describe())
		}
		return a
	case Nothing:
		return a
	}
	out := a
	out.Nums = make([]program.Operand, len(a.Nums))
	for i := range a.Nums {
		out.Nums[i] = joinNumbers(a.Nums[i], b.Nums[i])
	}
	if parts, ok := a.Parts.Join(b.Parts); ok {
		out.Parts = parts.(Value)
	}
	return out
}

// outside is the type of what would have to be in an arena for two pointers to be alike: the memory of one
// where the other's is in one already, and otherwise what they point to. Of slices it is their elements.
func outside(a, b Atom) types.Type {
	if a.Kind == Slice {
		return a.Elem
	}
	arena := func(r *Region) bool { return r.Arena }
	for _, two := range [][2]Atom{{a, b}, {b, a}} {
		if in, out := two[0].Region.All(), two[1].Region.All(); slices.ContainsFunc(in, arena) && !out[0].Arena {
			return out[0].Type
		}
	}
	return a.Elem
}

// unsettled is a pointer to an element as one that still has to be checked.
// An address that needed no check for what was known at first may need it.
func (a Atom) unsettled() Atom {
	if a.Kind != Pointer || a.Pending || len(a.Nums) == 0 {
		return a
	}
	n := len(a.Nums) - 1
	a.Nums = append(append([]program.Operand(nil), a.Nums[:n]...), Int64(0), a.Nums[n], Varying())
	a.Pending = true
	return a
}

// EmptyOf makes a slice of memory that has no elements, as []T{} gives, one of the same memory as s. It is nil
// where it was. Where lanes bring that memory, it begins at its second element: what begins at the first is nil if
// the lane brings nil.
func (a Atom) EmptyOf(s Atom) Atom {
	if a.Kind != Slice || s.Kind != Slice || a.Region.Name == s.Region.Name || !a.Region.hasNoElements() {
		return a
	}
	null := a.Nums[len(a.Nums)-3]
	a = NilSlice(s)
	if null == Int64(0) && slices.ContainsFunc(s.Region.All(), func(r *Region) bool { return r.Brought }) {
		null = Int64(1)
	}
	a.Nums[len(a.Nums)-3] = null
	return a
}

// NilSlice is nil as a slice of the same memory as s.
func NilSlice(s Atom) Atom {
	n := s
	n.Nums = make([]program.Operand, len(s.Nums))
	for i := range n.Nums {
		n.Nums[i] = Int64(0)
	}
	n.Nums[len(n.Nums)-3] = Int64(-1)
	return n
}
