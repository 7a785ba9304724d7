package flow

import (
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of small numbers, as wide as it was made: blocks, variables or
// calls. Two sets that meet in a method must have the same width.
type Set []uint64

// NewSet returns an empty set for the numbers below n.
func NewSet(n int) Set { return make(Set, (n+63)/64) }

// Has reports whether i is in the set.
func (s Set) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Add puts i into the set.
func (s Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove takes i out of the set.
func (s Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// AddAll adds the members of t and reports whether the set grew.
func (s Set) AddAll(t Set) bool {
	grew := uint64(0)
	for i, w := range t {
		grew |= w &^ s[i]
		s[i] |= w
	}
	return grew != 0
}

// RemoveAll takes out the members of t.
func (s Set) RemoveAll(t Set) {
	for i, w := range t {
		s[i] &^= w
	}
}

// RetainAll takes out what is not in t and reports whether the set shrank.
func (s Set) RetainAll(t Set) bool {
	lost := uint64(0)
	for i, w := range t {
		lost |= s[i] &^ w
		s[i] &= w
	}
	return lost != 0
}

// Copy makes the set the same as t.
func (s Set) Copy(t Set) { copy(s, t) }

// Clear empties the set.
func (s Set) Clear() { clear(s) }

// Fill makes the set full, numbers beyond its last one included.
func (s Set) Fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// Clone returns an independent copy.
func (s Set) Clone() Set { return slices.Clone(s) }

// IsEmpty reports whether the set has no members.
func (s Set) IsEmpty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// First returns the least member, -1 if there is none.
func (s Set) First() int {
	for i, w := range s {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Len counts the members.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// All ranges over the members in increasing order. A member that is taken out
// before its turn may come up or not.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
