// Package slab is memory that is taken piece by piece and given up at once: what many small analyses work in, one after
// the other, without giving the collector anything to do.
//
// Invariants. Pieces do not overlap, and nothing appended to one gets into the next.
//
// Read first: [Of].
//
// Imports: nothing.
package slab

// Of is memory for values of a type. The zero value has none yet, and gets some when a piece is taken.
type Of[T any] struct {
	all   []T
	taken int
}

// Cut returns n values, which may be anything.
func (s *Of[T]) Cut(n int) []T {
	if len(s.all)-s.taken < n {
		s.all, s.taken = make([]T, max(n, 2*len(s.all))), 0
	}
	part := s.all[s.taken : s.taken+n : s.taken+n]
	s.taken += n
	return part
}

// Zeros returns n zero values.
func (s *Of[T]) Zeros(n int) []T {
	part := s.Cut(n)
	clear(part)
	return part
}

// Room returns an empty list with room for n.
func (s *Of[T]) Room(n int) []T { return s.Cut(n)[:0] }

// One returns a place for one value, in which anything may be.
func (s *Of[T]) One() *T { return &s.Cut(1)[0] }

// Empty takes back all that was taken.
func (s *Of[T]) Empty() { s.taken = 0 }
