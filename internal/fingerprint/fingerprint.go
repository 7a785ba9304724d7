package fingerprint

import "math"

// Sum is the fingerprint of the words so far. Its zero value is that of none.
//
// A value is said like this. A number is a word, a complex one two; a text is its
// length and its bytes; arrays and structs are their parts in order, without blank
// fields. Pointers, slices, maps, interfaces and functions begin with [Nil],
// [Here] or [Seen]. After Here come: of a pointer, what it points to; of a slice,
// its length and its elements; of a map, its length and the sum of the sums of its
// entries; of an interface other than error, its type and its value; of a function
// or an error nothing.
type Sum uint64

// What precedes a value that refers to others.
const (
	Nil  uint64 = iota // nothing follows
	Here               // what it refers to follows
	Seen               // it was here before: the how-manieth pointer or slice it is follows
)

// FNV-1a.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// Word adds a number.
func (s *Sum) Word(w uint64) {
	h := uint64(*s) ^ offset
	for range 8 {
		h = (h ^ w&0xff) * prime
		w >>= 8
	}
	*s = Sum(h ^ offset)
}

// Text adds a text.
func (s *Sum) Text(text string) {
	s.Word(uint64(len(text)))
	for i := range len(text) {
		s.Word(uint64(text[i]))
	}
}

// Float adds a number of type float64. All NaN are one.
func (s *Sum) Float(f float64) {
	if f != f {
		f = math.NaN()
	}
	s.Word(math.Float64bits(f))
}
