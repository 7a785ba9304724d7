// Package keyhash is the hash of keys in maps that are parameters. What lays a map out for lanes computes it in Go, and
// the frontend writes code that computes it in lanes: both must have the same.
//
// Invariants. A hash depends on nothing but the key, and its highest bits tell keys apart best.
//
// Read first: [With].
//
// Imports: nothing.
package keyhash

import "encoding/binary"

// Multiplier spreads keys over hashes: 2⁶⁴ divided by the golden ratio, and odd.
const Multiplier = 0x9e3779b97f4a7c15

// With returns the hash of what has a hash, 0 for nothing, and a word behind it.
func With(h, word uint64) uint64 { return (h ^ word) * Multiplier }

// OfText returns the hash of a string: of eight bytes at a time.
func OfText(s string) (h uint64) {
	for ; s != ""; s = s[min(8, len(s)):] {
		var word [8]byte
		copy(word[:], s)
		h = With(h, binary.LittleEndian.Uint64(word[:]))
	}
	return h
}
