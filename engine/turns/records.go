package turns

import (
	"reflect"
	"slices"
	"unsafe"
)

// RecordsOf are the records that have a name, or nil.
func (l *Layout) RecordsOf(name string) *Records {
	for _, rec := range l.Records {
		if rec.Name == name {
			return rec
		}
	}
	return nil
}

// make puts tables of one length side by side, with a record of zeros behind the last.
func (rec *Records) make(tables map[string]Table) Table {
	n := tables[rec.Fields[0].Table].Shape[0]
	size := 8 * rec.Words
	data := Aligned(size * (n + 1))
	for _, f := range rec.Fields {
		from := reflect.ValueOf(tables[f.Table].Data).UnsafePointer()
		rows := data[f.At:]
		if f.Size == 8 {
			for i, v := range unsafe.Slice((*uint64)(from), n) {
				*(*uint64)(unsafe.Pointer(&rows[i*size])) = v
			}
			continue
		}
		for i, v := range unsafe.Slice((*uint32)(from), n) {
			*(*uint32)(unsafe.Pointer(&rows[i*size])) = v
		}
	}
	return Table{Data: data, Shape: []int{n}}
}

// madeRecords are records that were made. Stages and parts of a call that want the same fields share them.
type madeRecords struct {
	of    *Records
	table Table
}

// recordsMade are the records of a run, which are made once.
func (r *Run) recordsMade(rec *Records) Table {
	c := r.call()
	c.making.Lock()
	defer c.making.Unlock()
	for _, m := range c.made {
		if slices.Equal(m.of.Fields, rec.Fields) {
			return m.table
		}
	}
	table := rec.make(r.Tables)
	c.made = append(c.made, madeRecords{rec, table})
	return table
}

// recordsPerLane is for how many of its records each lane of a call makes up, so that it is worth to make them.
const recordsPerLane = 4

// Takes reports whether the tables of a run that the code wants side by side have one length, whether there are so many
// lanes that they make up for the work of that, and whether there is room for its inputs.
func (l *Layout) Takes(r *Run) bool {
	lanes := max(r.Lanes, r.call().Lanes)
	for _, rec := range l.Records {
		n := r.Tables[rec.Fields[0].Table].Shape[0]
		for _, f := range rec.Fields {
			if m := r.Tables[f.Table].Shape[0]; m != n || m > recordsPerLane*lanes {
				return false
			}
		}
	}
	return l.Small(r)
}
