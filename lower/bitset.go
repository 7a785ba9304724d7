package lower

import "math/bits"

// bitset is a set of small numbers: variables, blocks or call sites.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// addAll adds the members of t and reports whether s grew.
func (s bitset) addAll(t bitset) bool {
	grew := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

func (s bitset) removeAll(t bitset) {
	for i, w := range t {
		s[i] &^= w
	}
}

func (s bitset) retainAll(t bitset) {
	for i, w := range t {
		s[i] &= w
	}
}

func (s bitset) set(t bitset) { copy(s, t) }
func (s bitset) clear()       { clear(s) }

func (s bitset) clone() bitset { return append(bitset(nil), s...) }

func (s bitset) isEmpty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// each calls f for every member in increasing order.
func (s bitset) each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(64*w + bits.TrailingZeros64(word))
		}
	}
}
