package turns

import (
	"reflect"
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

// records makes the records of a run, once.
func (r *Run) records(list []*Records) {
	r.making.Lock()
	defer r.making.Unlock()
	for _, rec := range list {
		if r.made == nil {
			r.made = map[*Records]Table{}
		}
		if _, ok := r.made[rec]; !ok {
			r.made[rec] = rec.make(r.Tables)
		}
	}
}
