package lockstep

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
)

// Strings of any text in columns: a program has the bytes of each, up to a capacity, and how many there are.

// textMemory is what runs have for such a column, one after the other.
type textMemory struct {
	bytes []uint8
	lens  []int64
}

// spell puts a column of strings into the machine's columns, in memory that it may grow, and returns how many lanes it
// has. What is in a lane behind its string is left from before.
func (f *port) spell(data any, cols []batch.Column, m *textMemory) (lanes int, err error) {
	texts, ok := sliceOfStrings(data)
	if !ok {
		return 0, fmt.Errorf("%T is not a slice with a string for each lane", data)
	}
	m.bytes, m.lens = atLeast(m.bytes, len(texts)*f.Room), atLeast(m.lens, len(texts))
	bytes, lens := m.bytes, m.lens
	for lane, text := range texts {
		if len(text) > f.Room {
			return 0, fmt.Errorf("lane %d has a string of %d bytes; %s has room for %d (lockstep.Cap)", lane, len(text),
				f.Name, f.Room)
		}
		copy(bytes[lane*f.Room:], text)
		lens[lane] = int64(len(text))
	}
	cols[f.col] = batch.Column{Data: bytes, Shape: []int{f.Room}}
	cols[f.text.Len] = batch.Column{Data: lens}
	return len(texts), nil
}

// atLeast is a slice of n elements, in the memory of another where that is enough.
func atLeast[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	return s[:n]
}

// spelled are the strings of a result of any text; those of lanes that did not finish are empty. All are parts of one.
func (r *Result) spelled(f port) []string {
	bytes, lens := r.run.Cols[f.col].Data.([]uint8), r.run.Cols[f.text.Len].Data.([]int64)
	n := 0
	for _, k := range lens {
		n += int(k)
	}
	packed := make([]byte, 0, n)
	for lane, k := range lens {
		packed = append(packed, bytes[lane*f.Room:][:k]...)
	}
	all, texts := string(packed), make([]string, len(lens))
	for lane, k := range lens {
		texts[lane], all = all[:k], all[k:]
	}
	return texts
}
