package program

import "slices"

// bitset is a set of small numbers, as wide as it was made.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) clear()         { clear(s) }
func (s bitset) clone() bitset  { return slices.Clone(s) }

// fill makes the set full, the bits beyond its last number included.
func (s bitset) fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// unite adds the members of t and reports whether the set grew.
func (s bitset) unite(t bitset) bool {
	grew := false
	for i, w := range t {
		grew = grew || w&^s[i] != 0
		s[i] |= w
	}
	return grew
}

// intersect drops what is not in t and reports whether the set shrank.
func (s bitset) intersect(t bitset) bool {
	shrank := false
	for i, w := range t {
		shrank = shrank || s[i]&^w != 0
		s[i] &= w
	}
	return shrank
}

// without drops the members of t.
func (s bitset) without(t bitset) {
	for i, w := range t {
		s[i] &^= w
	}
}
