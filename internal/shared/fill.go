package shared

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
)

// bytes are the elements of a column as they lie in memory, one behind the other.
type bytes []byte

// span is some values of one type.
type span struct {
	at unsafe.Pointer
	n  int
}

// Laid is a value laid out as the uniforms of a parameter: their names, and the one value of each.
type Laid struct {
	Names   []string
	Columns []batch.Column
}

// Columns lays out a value as the uniforms of a parameter of that name and of the
// value's type. An error begins with the name, or that of a part.
func Columns(name string, value any) (Laid, error) {
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return Laid{}, fmt.Errorf("%s: it is nil, of no type", name)
	}
	own := reflect.New(v.Type()) // which has an address
	own.Elem().Set(v)
	return layOut(name, TypeOf(v.Type()), own.UnsafePointer())
}

// layOut lays out the value at a place.
func layOut(name string, t *Type, at unsafe.Pointer) (Laid, error) {
	l := declare(name, t)
	if l.root.elem != t {
		if at = *(*unsafe.Pointer)(at); at == nil {
			return Laid{}, fmt.Errorf("%s: it is a nil pointer", name)
		}
	}
	if err := l.addAll(span{at, 1}); err != nil {
		return Laid{}, fmt.Errorf("%s%w", name, err)
	}
	for _, p := range l.order {
		if p.heads != nil {
			p.addHeads()
		}
		for _, lf := range p.leaves {
			lf.setDims(p.count)
		}
	}
	var laid Laid
	for _, c := range l.columns {
		laid.Names = append(laid.Names, c.name)
		laid.Columns = append(laid.Columns, batch.Column{Data: c.slice(), Shape: append(c.dims, c.shape...)})
	}
	return laid, nil
}

// addAll adds a value, and all that it refers to. An error begins with the path from the parameter.
func (l *layout) addAll(value span) error {
	if err := l.root.add(value); err != nil {
		return err
	}
	for more := true; more; {
		more = false
		for _, p := range l.order {
			for len(p.work) > 0 {
				next := p.work[0]
				p.work = p.work[1:]
				more = true
				if err := p.add(next); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// slice returns the elements as a slice of the column's type.
func (c *column) slice() any {
	size := int(c.elem.Size())
	s := reflect.MakeSlice(reflect.SliceOf(c.elem), len(c.data)/size, len(c.data)/size)
	if len(c.data) > 0 {
		copy(unsafe.Slice((*byte)(s.UnsafePointer()), len(c.data)), c.data)
	}
	return s.Interface()
}

// setDims says how long the axes of any length are.
func (lf tableLeaf) setDims(dims ...int) {
	for _, c := range []*column{lf.column, lf.length} {
		if c != nil {
			c.dims = dims
		}
	}
}

// add appends values to the columns of a table.
func (t *table) add(s span) error {
	size := t.elem.inMemory().Size()
	for k := range t.leaves {
		lf := &t.leaves[k]
		for i := range s.n {
			if err := lf.add(unsafe.Add(s.at, uintptr(i)*size)); err != nil {
				return err
			}
		}
	}
	return nil
}

// add appends what a leaf has in a value.
func (lf *tableLeaf) add(value unsafe.Pointer) error {
	if len(lf.offsets) == 0 && lf.column != nil { // of an array without elements
		n := 1
		for _, d := range lf.shape {
			n *= d
		}
		for _, c := range []*column{lf.column, lf.length} {
			if c != nil {
				c.data = append(c.data, make([]byte, n*int(c.elem.Size()))...)
			}
		}
	}
	for _, o := range lf.offsets {
		at := unsafe.Add(value, o)
		switch {
		case lf.own != nil:
			return lf.addOwn(at)
		case lf.pool != nil:
			lf.addRef(at)
		case lf.column != nil:
			lf.column.data = append(lf.column.data, unsafe.Slice((*byte)(at), lf.column.elem.Size())...)
		}
	}
	return nil
}

// addRef appends where what a slice, string, map or pointer refers to is in its pool.
func (lf *tableLeaf) addRef(at unsafe.Pointer) {
	to := span{n: 1}
	switch {
	case lf.length != nil:
		to = spanAt(at, lf.typ)
		lf.length.index(to.n)
	case lf.typ.Kind == reflect.Map:
		to.at = lf.pool.mapAt(lf.typ, at)
	default:
		to.at = *(*unsafe.Pointer)(at)
	}
	switch {
	case lf.pool.heads != nil:
		lf.column.index(lf.pool.textAt(to))
	case to.at == nil:
		lf.column.index(-1)
	default:
		begin, met := lf.pool.begins[to]
		if !met {
			begin = lf.pool.count
			lf.pool.begins[to] = begin
			lf.pool.count += to.n
			lf.pool.work = append(lf.pool.work, to)
		}
		lf.column.index(begin)
	}
}

// textAt is where a string begins in its pool: equal ones begin at one place.
func (t *table) textAt(s span) int {
	text := unsafe.String((*byte)(s.at), s.n)
	begin, met := t.texts[text]
	if !met {
		begin = t.count
		t.texts[strings.Clone(text)] = begin
		t.count += s.n
		t.leaves[0].column.data = append(t.leaves[0].column.data, text...)
	}
	return begin
}

// addHeads gives a pool of strings the eight bytes from each byte on, as one number, and as many zeros behind the last
// byte, so that a number can be read of any string.
func (t *table) addHeads() {
	text := &t.leaves[0].column.data
	t.heads.dims = []int{t.count + 8}
	head := make([]byte, 8*(t.count+8))
	for i := range t.count {
		copy(head[8*i:8*i+8], (*text)[i:])
	}
	t.heads.data = head
	*text = append(*text, make([]byte, 8)...)
	t.count += 8
}

// mapAt is what the map at a place is laid out as, once for each map.
func (t *table) mapAt(of *Type, at unsafe.Pointer) unsafe.Pointer {
	m := *(*unsafe.Pointer)(at)
	if t.maps[m] == nil {
		if t.maps == nil {
			t.maps = map[unsafe.Pointer]unsafe.Pointer{}
		}
		t.maps[m] = hashTable(of, at)
	}
	return t.maps[m]
}

// spanAt is what a slice or string of a type refers to.
func spanAt(at unsafe.Pointer, t *Type) span {
	if t.Kind == reflect.String {
		s := *(*string)(at)
		return span{unsafe.Pointer(unsafe.StringData(s)), len(s)}
	}
	s := *(*[]struct{})(at) // slices of all types look alike
	return span{unsafe.Pointer(unsafe.SliceData(s)), len(s)}
}

// index appends an offset or a length.
func (c *column) index(i int) {
	n := int64(i)
	c.data = append(c.data, unsafe.Slice((*byte)(unsafe.Pointer(&n)), unsafe.Sizeof(n))...)
}

// addOwn appends the elements of a slice that has uniforms of its own: slices in one
// another are a matrix.
func (lf *tableLeaf) addOwn(at unsafe.Pointer) error {
	dims, err := lf.eachRow(at, lf.depth, lf.own.add)
	if err != nil {
		return err
	}
	for _, in := range lf.own.leaves {
		in.setDims(dims...)
	}
	return nil
}

// eachRow goes over the rows of a slice of slices, so deep, which must be equally long, and returns its dimensions. An
// error begins with the path from the parameter.
func (lf leaf) eachRow(at unsafe.Pointer, depth int, do func(row span) error) (dims []int, err error) {
	dims = make([]int, depth)
	for i := range dims {
		dims[i] = -1
	}
	var rows func(s span, t *Type, axis int) error
	rows = func(s span, t *Type, axis int) error {
		if dims[axis] >= 0 && dims[axis] != s.n {
			return fmt.Errorf("%s: rows must be equally long, but one has %d elements and another has %d",
				lf.path, s.n, dims[axis])
		}
		dims[axis] = s.n
		if axis == depth-1 {
			return do(s)
		}
		for i := range s.n {
			row := unsafe.Add(s.at, uintptr(i)*t.Elem.inMemory().Size())
			if err := rows(spanAt(row, t.Elem), t.Elem, axis+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := rows(spanAt(at, lf.typ), lf.typ, 0); err != nil {
		return nil, err
	}
	for i := range dims {
		dims[i] = max(dims[i], 0)
	}
	return dims, nil
}

// CheckRows returns the error that Columns has for a value with slices of slices whose rows differ in length, without
// laying it out. A nil pointer has none.
func CheckRows(value any) error {
	v := reflect.ValueOf(value)
	t := TypeOf(v.Type())
	if t.Kind == reflect.Pointer {
		if v.IsNil() || leadsToItself(t) {
			return nil
		}
		v, t = v.Elem(), t.Elem
	}
	own := reflect.New(v.Type()) // which has an address
	own.Elem().Set(v)
	for _, lf := range leavesOf(t) {
		if !lf.hasOwn() {
			continue
		}
		if depth, _ := ownElem(lf.typ); depth > 1 {
			at := unsafe.Add(own.UnsafePointer(), lf.offsets[0])
			if _, err := lf.eachRow(at, depth, func(span) error { return nil }); err != nil {
				return err
			}
		}
	}
	return nil
}
