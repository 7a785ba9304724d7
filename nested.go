package lockstep

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// flatten lays out a column flat: a [][3]T, a [][]T or a deeper nesting becomes
// a []T of all elements in order. A slice whose length each lane brings is
// filled up with zeros to its capacity, and lens has the lengths. What lies
// flat in memory already is not copied; what does not goes to memory that m has.
func flatten(data any, f Field, m *nestMemory) (flat any, lens []int64, err error) {
	if f.Slice == "" && batch.GoType(data) != program.GoStored {
		return data, nil, nil
	}
	v := reflect.ValueOf(data)
	if v.Kind() != reflect.Slice {
		hint := ""
		if v.IsValid() && shared.Numbers[v.Kind()] != nil && f.Slice == "" && len(f.Shape) == 0 {
			hint = fmt.Sprintf("; []%T{%v} is one value for all lanes", data, data)
		}
		return nil, nil, fmt.Errorf("%T is not a slice with a value for each lane%s", data, hint)
	}
	if elem := shared.Numbers[v.Type().Elem().Kind()]; elem != nil && f.Slice == "" {
		return reflect.SliceAt(elem, v.UnsafePointer(), v.Len()).Interface(), nil, nil
	}
	elem, together := nesting(v.Type().Elem(), f)
	if elem == nil {
		return nil, nil, fmt.Errorf("%T has not one %s for each lane", data, f.InGo())
	}
	lanes, per := v.Len(), 1
	for _, d := range f.Shape {
		per *= d
	}
	if together == 0 && f.Slice == "" {
		return reflect.SliceAt(elem, v.UnsafePointer(), lanes*per).Interface(), nil, nil
	}
	out, used := m.elements(elem, lanes*per)
	c := nestCopy{to: out.UnsafePointer(), size: int(elem.Size()), together: max(1, together), used: used}
	if f.Slice != "" {
		lens = m.lengths(lanes)
	}
	if together == 1 {
		// Rows that are in one piece each are slices, whatever of, and need no reflection.
		if err = c.rows(unsafe.Slice((*[]byte)(v.UnsafePointer()), lanes), f, per, lens); err != nil {
			return nil, nil, err
		}
		return out.Interface(), lens, nil
	}
	if used {
		out.Clear()
	}
	for lane := range lanes {
		row := v.Index(lane)
		switch n := row.Len(); {
		case f.Slice != "" && n > f.Shape[0]:
			return nil, nil, fmt.Errorf("lane %d has %d elements; the capacity is %d", lane, n, f.Shape[0])
		case f.Slice != "":
			lens[lane] = int64(n)
		case n != f.Shape[0]:
			return nil, nil, fmt.Errorf("lane %d has %d elements, not the %d of a %s", lane, n, f.Shape[0],
				f.InGo())
		}
		if err := c.copy(row, 1, f.Shape[1:], lane*per); err != nil {
			return nil, nil, fmt.Errorf("lane %d: %w", lane, err)
		}
	}
	return out.Interface(), lens, nil
}

// nesting returns the element type that a lane's value of type t has under as
// many slices and arrays as the field has dimensions, or nil if it does not fit
// the field; and from which of these levels on, counted from the lane's value
// as 0, memory is in one piece.
func nesting(t reflect.Type, f Field) (elem reflect.Type, together int) {
	for level, n := range f.Shape {
		switch {
		case t.Kind() == reflect.Slice:
			together = level + 1
		case t.Kind() != reflect.Array, t.Len() != n && (level > 0 || f.Slice == ""):
			return nil, 0
		}
		t = t.Elem()
	}
	return shared.Numbers[t.Kind()], together
}

// nestMemory is where nested values of a column are copied to, in one run after the other.
type nestMemory struct {
	data reflect.Value // a slice
	lens []int64
}

// elements returns a slice of n elements, and whether something else may be in it.
func (m *nestMemory) elements(elem reflect.Type, n int) (list reflect.Value, used bool) {
	if m.data.IsValid() && m.data.Type().Elem() == elem && m.data.Cap() >= n {
		return m.data.Slice(0, n), true
	}
	m.data = reflect.MakeSlice(reflect.SliceOf(elem), n, n)
	return m.data, false
}

// lengths returns a slice of n lengths, with anything in it.
func (m *nestMemory) lengths(n int) []int64 {
	if cap(m.lens) < n {
		m.lens = make([]int64, n)
	}
	return m.lens[:n]
}

// nestCopy copies nested values to a flat slice, each stretch of memory at
// once: reflect.Copy would take an allocation for each.
type nestCopy struct {
	to       unsafe.Pointer
	size     int  // of an element, in bytes
	together int  // values of this level and deeper are in one piece
	used     bool // the memory may have something in it, so that room without elements is cleared
}

// shortRow is up to how many bytes a row is cleared as a whole: a length that differs from row to row is a branch that
// the processor cannot foretell, which costs more.
const shortRow = 256

// rows copies a row for each lane to the room that the lane has, per elements. If lanes may have fewer, lens gets how
// many each has. Only lengths and addresses of the slices are looked at.
func (c *nestCopy) rows(rows [][]byte, f Field, per int, lens []int64) error {
	inner := per / max(1, f.Shape[0]) * c.size // bytes of one element of a row
	for lane, row := range rows {
		n := len(row)
		switch {
		case f.Slice != "" && n > f.Shape[0]:
			return fmt.Errorf("lane %d has %d elements; the capacity is %d", lane, n, f.Shape[0])
		case f.Slice != "":
			lens[lane] = int64(n)
		case n != f.Shape[0]:
			return fmt.Errorf("lane %d has %d elements, not the %d of a %s", lane, n, f.Shape[0], f.InGo())
		}
		to := unsafe.Slice((*byte)(unsafe.Add(c.to, lane*per*c.size)), per*c.size)
		if c.used {
			behind := n * inner
			if len(to) <= shortRow {
				behind = 0
			}
			clear(to[behind:])
		}
		copy(to, unsafe.Slice(unsafe.SliceData(row), n*inner))
	}
	return nil
}

// copy copies a slice or array whose elements are of the given level and shape
// to the element number at. Arrays are as long as they must be, and the caller
// has checked v's own length.
func (c *nestCopy) copy(v reflect.Value, level int, shape []int, at int) error {
	per := 1
	for _, d := range shape {
		per *= d
	}
	if level >= c.together {
		n := v.Len() * per * c.size
		if n == 0 {
			return nil
		}
		if v.Kind() == reflect.Array {
			v = v.Addr() // an element of a slice has an address
		}
		copy(unsafe.Slice((*byte)(unsafe.Add(c.to, at*c.size)), n), unsafe.Slice((*byte)(v.UnsafePointer()), n))
		return nil
	}
	for i := range v.Len() {
		e := v.Index(i)
		if e.Len() != shape[0] {
			return fmt.Errorf("element %d has %d elements, not %d", i, e.Len(), shape[0])
		}
		if err := c.copy(e, level+1, shape[1:], at+i*per); err != nil {
			return err
		}
	}
	return nil
}
