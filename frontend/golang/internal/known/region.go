package known

import (
	"go/types"
	"slices"
)

// RegionKind says whose a region is.
type RegionKind uint8

// The kinds of regions.
const (
	LaneRegion    RegionKind = iota // each lane's own
	TableRegion                     // a package-level variable that never changes
	UniformRegion                   // what a uniform pointer points to
	ChoiceRegion                    // one of several; see choice.go
	opaqueRegion                    // of what has no leaves: may be written and not read
)

// Table is memory that all lanes share and nothing changes.
type Table interface {
	// Width is how many leaves it has.
	Width() int
	// Structure names the type and axes of a table of numbers, so that tables of
	// one structure have the same leaves, though not the same lengths. It is empty
	// for other tables.
	Structure() string
	// IsWhole says that it is a variable, and not a copy of what variables hold.
	IsWhole() bool
}

// Region is memory that pointers and slices refer to. Which region is known
// statically; where in it, need not be. A function that is given a pointer is
// given the contents of its region, as far as it reads them, and gives back
// what it writes: so two pointers into one region stay two names of the same
// memory, and no lane ever holds an address.
type Region struct {
	// Name is unique among the regions of an instance: "s7" for what place 7
	// of the function makes, "m0" for what the caller has, "s2.s7" for what the
	// call at place 2 brought back.
	Name     string
	Kind     RegionKind
	Type     types.Type // what it holds
	Layout   *Layout
	Table    Table
	Families Families // of the program, for a table
	Family   *Family  // of which this is the region
	// Options are those of a choice, which may be nil as well if nilable.
	Options []Option
	Nilable bool
	// Arena says that it is the memory of all objects of a type: a pointer is a place in it, or -1 if it
	// is nil.
	Arena bool
	Made
	// Open says that make was asked for a length that has no limit.
	Open bool
	// Shared is what a uniform pointer points to.
	Shared Value
	// Refs are the leaves that refer of what is in a pool, or a uniform slice; see
	// uniforms_pools.go. It repeats if elements may be in it twice.
	Refs    []*PoolRef
	Repeats bool
	// Heads is the uniform that has the eight bytes from each byte on, of a pool of strings.
	Heads string
	// What says for messages where it comes from.
	What string
}

// Made tells how memory came to be. Callers and callees know it of each other's memory.
type Made struct {
	// Grown says that append made it; see grow.go.
	Grown bool
	// Literal says that it holds the elements of a literal of a slice.
	Literal bool
	// Varies says that make was asked for a length in which lanes differ.
	Varies bool
	// Outgrown says that appends go on in it where a slice has outgrown what make gave, so that there is more room than
	// capacity; see grow_made.go.
	Outgrown bool
	// Brought says that lanes bring slices of it, or all lanes one: without elements, these may be nil.
	Brought bool
	// Text says that it holds the bytes of a string that lanes bring.
	Text bool
	// Longest is how long strings are at most that it is made for, one or several, or 0.
	Longest int
	// Joined is how many functions, one called by the other, have joined strings to make the one in it, up to
	// MostJoined.
	Joined uint8
}

// MostJoined is after how many functions nobody counts any more: each level of a recursion may be one.
const MostJoined = 8

// key is the canonical form, but for the numbers.
func (m Made) key() byte {
	return keyBit(m.Grown) | keyBit(m.Varies)<<1 | keyBit(m.Literal)<<2 | keyBit(m.Outgrown)<<3 |
		keyBit(m.Brought)<<4 | keyBit(m.Text)<<5
}

// HasCapacity reports whether slices of the memory have the capacity that the language says.
func (m Made) HasCapacity() bool { return !m.Grown && !m.Outgrown }

// Describe says for messages what a region is.
func (r *Region) Describe() string {
	if r.What != "" {
		return r.What
	}
	return types.TypeString(r.Type, (*types.Package).Name)
}

// Copied reports whether a region holds a copy of what others may hold as well,
// so that addresses in it do not tell.
func (r *Region) Copied() bool {
	if r.Kind == ChoiceRegion {
		return slices.ContainsFunc(r.Options, func(o Option) bool { return o.Region.Copied() })
	}
	if r.Family != nil {
		return slices.ContainsFunc(r.Family.Members, func(t Table) bool { return !t.IsWhole() })
	}
	return r.Table != nil && !r.Table.IsWhole() || r.Refs != nil
}

// MayBeCopies reports whether one region may hold a copy of what the other one holds: then addresses in them do not
// tell whether two pointers are one. What lanes make is nowhere else.
func MayBeCopies(x, y *Region) bool {
	isMade := func(r *Region) bool { return r.Kind == LaneRegion && !r.Brought }
	for _, p := range x.All() {
		for _, q := range y.All() {
			several := p.Family != nil && len(p.Family.Members) > 1 // in members of one family, too
			if (p.Name != q.Name || several) && (p.Copied() || q.Copied()) && !isMade(p) && !isMade(q) {
				return true
			}
		}
	}
	return false
}

// All returns the options of a choice, and of anything else itself.
func (r *Region) All() []*Region {
	if r.Kind != ChoiceRegion {
		return []*Region{r}
	}
	var options []*Region
	for _, o := range r.Options {
		options = append(options, o.Region)
	}
	return options
}

// IsBrought reports whether a region is what lanes bring, and nothing else: there is no room behind its elements.
func (r *Region) IsBrought() bool {
	return !slices.ContainsFunc(r.All(), func(r *Region) bool { return !r.Brought })
}

// OnlyGrown reports whether a region was made by append, whichever it is.
func (r *Region) OnlyGrown() bool {
	if r.Kind == ChoiceRegion {
		return !slices.ContainsFunc(r.Options, func(o Option) bool { return !o.Region.Grown })
	}
	return r.Grown
}

// OnlyLiteral reports whether a region has the elements of a literal of a slice, whichever it is.
func (r *Region) OnlyLiteral() bool {
	if r.Kind == ChoiceRegion {
		return !slices.ContainsFunc(r.Options, func(o Option) bool { return !o.Region.Literal })
	}
	return r.Literal
}

// IsGrown reports whether a region was made by append, or may be.
func (r *Region) IsGrown() bool {
	return r.Grown || slices.ContainsFunc(r.Options, func(o Option) bool { return o.Region.Grown })
}

// HasCapacity is that of the memory, whichever it is.
func (r *Region) HasCapacity() bool {
	return !slices.ContainsFunc(r.All(), func(r *Region) bool { return !r.Made.HasCapacity() })
}

// IsOrMayBe reports whether a region has a name, or an option of it has.
func (r *Region) IsOrMayBe(name string) bool {
	return r.Name == name || slices.ContainsFunc(r.Options, func(o Option) bool { return o.Region.Name == name })
}

// hasNoElements reports whether a region is an array without elements.
func (r *Region) hasNoElements() bool {
	array, ok := r.Type.(*types.Array)
	return ok && array.Len() == 0 && r.Kind == LaneRegion
}

// extent is how many elements an axis of a leaf has at most, if that is known.
func (r *Region) extent(leaf, axis int) (n int64, known bool) {
	switch r.Kind {
	case LaneRegion:
		if r.Grown || r.Varies {
			// Else memory that is made for what it holds and more would grow
			// without end.
			return 0, false
		}
		if leaf < len(r.Layout.Leaves) && axis < len(r.Layout.Leaves[leaf].Shape) {
			return int64(r.LongestIn(r.Layout.Leaves[leaf].Shape[axis])), true
		}
	case TableRegion:
		if r.HoldsTexts() {
			return int64(r.Layout.Len), true
		}
	case ChoiceRegion:
		for _, o := range r.Options {
			m, known := o.Region.extent(leaf+o.From, axis-1-o.Skip)
			if !known {
				return 0, false
			}
			n = max(n, m)
		}
		return n, true
	}
	return 0, false
}

// LongestIn is how long a slice of a region is at most, whose memory has so many elements.
func (r *Region) LongestIn(elements int) int {
	if r.Longest > 0 {
		return min(elements, r.Longest)
	}
	return elements
}

// Overlaps reports whether two slices may have elements in common that a lane
// can write.
func (r *Region) Overlaps(s *Region) bool {
	switch {
	case r.Kind == ChoiceRegion:
		return slices.ContainsFunc(r.Options, func(o Option) bool { return o.Region.Overlaps(s) })
	case s.Kind == ChoiceRegion:
		return s.Overlaps(r)
	}
	return r.Name == s.Name && r.Kind == LaneRegion
}
