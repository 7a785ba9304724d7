package lockstep

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
)

// Strings of any text in columns: a program has the bytes of each, up to a capacity, and how many there are.

// spell puts a column of strings into the machine's columns, in memory that it may grow, and returns how many lanes it
// has.
func (f *port) spell(data any, cols []batch.Column, m *batch.TextMemory) (lanes int, err error) {
	texts, ok := sliceOfStrings(data)
	if !ok {
		return 0, fmt.Errorf("%T is not a slice with a string for each lane", data)
	}
	long := 0
	if cols[f.col], cols[f.text.Len], long = m.Columns(texts, f.Room); long >= 0 {
		return 0, fmt.Errorf("lane %d has a string of %d bytes; %s has room for %d (lockstep.Cap)", long,
			len(texts[long]), f.Name, f.Room)
	}
	return len(texts), nil
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
