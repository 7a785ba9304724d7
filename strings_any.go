package lockstep

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
)

// Strings of any text in columns: a program has the bytes of each, up to a capacity, and how many there are.

// spell puts a column of strings into the machine's columns, in memory that it may grow, and returns how many lanes it
// has. That there is room for each is seen when they run, see tooLong.
func (f *port) spell(data any, cols []batch.Column, m *batch.TextMemory) (lanes int, err error) {
	texts, ok := sliceOfStrings(data)
	if !ok {
		return 0, fmt.Errorf("%T is not a slice with a string for each lane", data)
	}
	cols[f.col], cols[f.text.Len] = m.Columns(texts, f.Room)
	return len(texts), nil
}

// tooLong is the error of a run that came upon a string that is too long.
func (p *ports) tooLong(cols []batch.Column) error {
	for _, f := range p.fields {
		if f.text == nil {
			continue
		}
		texts := cols[f.col].Data.(*batch.Texts)
		if lane := texts.Long(); lane >= 0 {
			n := len(texts.List()[lane])
			return fmt.Errorf("lockstep: column %s: lane %d has a string of %d bytes; %s has room for %d "+
				"(lockstep.Cap)", f.Name, lane, n, f.Name, f.Room)
		}
	}
	panic("bug: lockstep: no string is too long")
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
