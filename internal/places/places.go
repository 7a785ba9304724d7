// Package places finds things of a list by a hash of what they are known by: open addressing with linear probing. A
// map would have each name and its number once more; the memory of a table has no pointers that a collection must
// follow, and what is known by its name today may be known by something else in another table.
//
// Invariants. A table is never full, so that a search ends.
//
// Read first: [Table].
//
// Imports: nothing.
package places

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// Table has places, each of which is one more than a number in a list, or 0. Its length is a power of two.
type Table []int32

// New returns a table for so many numbers.
func New(n int) Table { return make(Table, 4<<bits.Len(uint(n)/2)) }

// HasRoom reports whether a table may have so many numbers.
func (t Table) HasRoom(n int) bool { return 3*n <= 2*len(t) }

// Add notes a number under a hash.
func (t Table) Add(hash uint64, i int) {
	at := int(hash) & (len(t) - 1)
	for t[at] != 0 {
		at = (at + 1) & (len(t) - 1)
	}
	t[at] = int32(i) + 1
}

// From goes through the numbers that may be those under a hash: all of them, in the order in which they were added, and
// a few others.
func (t Table) From(hash uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(t) == 0 {
			return
		}
		for at := int(hash) & (len(t) - 1); t[at] != 0 && yield(int(t[at])-1); at = (at + 1) & (len(t) - 1) {
		}
	}
}

var seed = maphash.MakeSeed()

// Hash returns the hash of a name, which differs from one process to the next.
func Hash(name string) uint64 { return maphash.String(seed, name) }
