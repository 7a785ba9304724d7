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
	at := t.Start(hash)
	for t.Has(at) {
		at = t.Next(at)
	}
	t[at] = int32(i) + 1
}

// Start, Has, Next and At go through the numbers that may be those under a hash: all of them, in the order in which
// they were added, and a few others.
//
//	for at := t.Start(hash); t.Has(at); at = t.Next(at) {
//		i := t.At(at)
//
// An iterator would not be inlined where variables are looked up.
func (t Table) Start(hash uint64) int { return int(hash) & (len(t) - 1) }

// Has reports whether there is a number at a place.
func (t Table) Has(at int) bool { return uint(at) < uint(len(t)) && t[at] != 0 }

// Next returns the place behind another.
func (t Table) Next(at int) int { return (at + 1) & (len(t) - 1) }

// At returns the number at a place that has one.
func (t Table) At(at int) int { return int(t[at]) - 1 }

var seed = maphash.MakeSeed()

// Hash returns the hash of a name, which differs from one process to the next.
func Hash(name string) uint64 { return maphash.String(seed, name) }
