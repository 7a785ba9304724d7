package program

import (
	"slices"
	"strings"
)

// Pattern is a leaf, or a tuple or record of patterns. Variables' types are
// patterns of tensor types; what a program takes and returns are patterns of
// variable names. Patterns exist for people: before a program runs, they are
// flattened to their leaves, in order.
type Pattern[L any] struct {
	leaf  L
	inner *several[L] // nil for a leaf, which most patterns are
}

// several is a tuple or a record.
type several[L any] struct {
	elems  []Pattern[L]
	fields []string // names of elems in a record; nil in a tuple
}

// Leaf returns the pattern of a single leaf.
func Leaf[L any](l L) Pattern[L] { return Pattern[L]{leaf: l} }

// Tuple returns the pattern of its elements in order.
func Tuple[L any](elems ...Pattern[L]) Pattern[L] {
	return Pattern[L]{inner: &several[L]{elems: elems}}
}

// Record returns the pattern of named elements. It panics if the numbers of
// names and elements differ.
func Record[L any](fields []string, elems []Pattern[L]) Pattern[L] {
	if len(fields) != len(elems) {
		panic("program: record with unequal numbers of names and elements")
	}
	return Pattern[L]{inner: &several[L]{elems, fields}}
}

// Leaves returns the tuple of the given leaves.
func Leaves[L any](ls ...L) Pattern[L] {
	elems := make([]Pattern[L], len(ls))
	for i, l := range ls {
		elems[i] = Leaf(l)
	}
	return Tuple(elems...)
}

// IsLeaf reports whether p is a single leaf.
func (p Pattern[L]) IsLeaf() bool { return p.inner == nil }

// Leaf returns the leaf of a single-leaf pattern. It panics on any other.
func (p Pattern[L]) Leaf() L {
	if p.inner != nil {
		panic("program: Leaf of a tuple")
	}
	return p.leaf
}

// Elems returns the elements of a tuple or record, nil for a leaf.
func (p Pattern[L]) Elems() []Pattern[L] {
	if p.inner == nil {
		return nil
	}
	return p.inner.elems
}

// Fields returns the element names of a record, nil for anything else.
func (p Pattern[L]) Fields() []string {
	if p.inner == nil {
		return nil
	}
	return p.inner.fields
}

// Flatten returns the leaves from left to right.
func (p Pattern[L]) Flatten() []L {
	n := p.leaves()
	if n == 0 {
		return nil
	}
	return p.flatten(make([]L, 0, n))
}

// leaves counts the leaves.
func (p *Pattern[L]) leaves() int {
	if p.inner == nil {
		return 1
	}
	n := 0
	for i := range p.inner.elems {
		n += p.inner.elems[i].leaves()
	}
	return n
}

func (p *Pattern[L]) flatten(leaves []L) []L {
	if p.inner == nil {
		return append(leaves, p.leaf)
	}
	for i := range p.inner.elems {
		leaves = p.inner.elems[i].flatten(leaves)
	}
	return leaves
}

// Paths returns, for each leaf, its path below the given root name:
// "many.0", "many.1.x". A pattern that is a leaf has the root itself.
func (p Pattern[L]) Paths(root string) []string {
	if p.inner == nil {
		return []string{root}
	}
	var paths []string
	for i, e := range p.inner.elems {
		paths = append(paths, e.Paths(root+"."+p.elemName(i))...)
	}
	return paths
}

func (p Pattern[L]) elemName(i int) string {
	if p.inner.fields != nil {
		return p.inner.fields[i]
	}
	return itoa(i)
}

// MapPattern returns the pattern of the same shape with each leaf replaced.
func MapPattern[L, M any](p Pattern[L], f func(L) M) Pattern[M] {
	if p.inner == nil {
		return Leaf(f(p.leaf))
	}
	elems := make([]Pattern[M], len(p.inner.elems))
	for i, e := range p.inner.elems {
		elems[i] = MapPattern(e, f)
	}
	return Pattern[M]{inner: &several[M]{elems, p.inner.fields}}
}

// SameShape reports whether p and q have the same tuples, records and field
// names; leaves are not compared.
func SameShape[L, M any](p Pattern[L], q Pattern[M]) bool {
	if p.inner == nil || q.inner == nil {
		return p.inner == nil && q.inner == nil
	}
	a, b := p.inner, q.inner
	if len(a.elems) != len(b.elems) || (a.fields == nil) != (b.fields == nil) || !slices.Equal(a.fields, b.fields) {
		return false
	}
	for i := range a.elems {
		if !SameShape(a.elems[i], b.elems[i]) {
			return false
		}
	}
	return true
}

// format prints the pattern: leaves by f, a tuple in parentheses except at the
// top level, a record with its field names.
func (p Pattern[L]) format(top bool, f func(L) string) string {
	if p.inner == nil {
		return f(p.leaf)
	}
	parts := make([]string, len(p.inner.elems))
	for i, e := range p.inner.elems {
		parts[i] = e.format(false, f)
		if p.inner.fields != nil {
			parts[i] = p.inner.fields[i] + ": " + parts[i]
		}
	}
	s := strings.Join(parts, ", ")
	if top && p.inner.fields == nil {
		return s
	}
	if p.inner.fields == nil && len(parts) == 1 {
		s += ","
	}
	return "(" + s + ")"
}
