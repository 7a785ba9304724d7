package lockstep

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// leaf is where the numbers of a field are in a value: at some offsets, each of a type that a
// column has, or an error.
type leaf struct {
	offsets []uintptr
	elem    reflect.Type
	// slice is the type of the slice that has the numbers, nil if the value itself does; it is at
	// the one offset. The others are those of one element, and of is where they are in that.
	slice reflect.Type
	of    *leaf
}

// find finds a field by the path to it, through structs, arrays and one slice.
func find(t reflect.Type, path []string) (leaf, error) {
	switch t.Kind() {
	case reflect.Slice:
		below, err := find(t.Elem(), path)
		if err == nil && below.slice != nil {
			err = fmt.Errorf("%v has slices within slices; give its column by itself", t)
		}
		return leaf{offsets: []uintptr{0}, slice: t, of: &below}, err
	case reflect.Array:
		below, err := find(t.Elem(), path)
		if err == nil && below.slice != nil {
			err = fmt.Errorf("%v has several slices; give its column by itself", t)
		}
		all := leaf{elem: below.elem}
		for i := range t.Len() {
			for _, o := range below.offsets {
				all.offsets = append(all.offsets, uintptr(i)*t.Elem().Size()+o)
			}
		}
		return all, err
	case reflect.Struct:
		if len(path) == 0 {
			return leaf{}, fmt.Errorf("%v is a struct, not a number", t)
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.Name == path[0] {
				below, err := find(f.Type, path[1:])
				if err != nil {
					return leaf{}, fmt.Errorf("field %s: %w", f.Name, err)
				}
				for k := range below.offsets {
					below.offsets[k] += f.Offset
				}
				return below, nil
			}
		}
		return leaf{}, fmt.Errorf("%v has no field %s", t, path[0])
	case reflect.Complex64, reflect.Complex128:
		part := reflect.TypeFor[float64]()
		if t.Kind() == reflect.Complex64 {
			part = reflect.TypeFor[float32]()
		}
		if len(path) == 1 && path[0] == "re" {
			return leaf{offsets: []uintptr{0}, elem: part}, nil
		}
		return leaf{offsets: []uintptr{part.Size()}, elem: part}, nil
	}
	elem := shared.Numbers[t.Kind()]
	switch {
	case t == errorType:
		elem = t
	case t.Kind() == reflect.String:
		elem = reflect.TypeFor[string]()
	}
	if elem == nil || len(path) > 0 {
		return leaf{}, fmt.Errorf("%v is not a type that columns have", t)
	}
	return leaf{offsets: []uintptr{0}, elem: elem}, nil
}

// fits checks that a leaf is what a column of a parameter or result needs: numbers of its type, and as
// many for each lane.
func (l leaf) fits(f port) error {
	n := program.Elements(f.Shape)
	if l.slice != nil {
		if len(f.Shape) == 0 {
			return fmt.Errorf("%s is %v, not one number", f.Name, l.slice)
		}
		l, n = *l.of, f.width()
	} else if f.Slice != "" {
		return fmt.Errorf("%s is a slice whose length each lane brings, not one %v", f.Name, l.elem)
	}
	is, want := l.elem.Kind(), goKinds[f.Type]
	if is != want && !(is == reflect.Int && want == reflect.Int64) && !(is == reflect.Uint && want == reflect.Uint64) {
		return fmt.Errorf("%s is %v, not %s", f.Name, l.elem, f.Type)
	}
	if len(l.offsets) != n {
		return fmt.Errorf("%s has %d numbers, not the %d of a %s", f.Name, len(l.offsets), n, f.InGo())
	}
	return nil
}

// goKinds are the kinds of the types of columns; a field that takes an error is an interface.
var goKinds = func() map[program.GoType]reflect.Kind {
	kinds := map[program.GoType]reflect.Kind{program.GoError: reflect.Interface, program.GoString: reflect.String}
	for k, t := range shared.Numbers {
		name, _ := program.ParseGoType(t.Name())
		kinds[name] = k
	}
	return kinds
}()

// leafFor finds what a column needs in the elements of a slice of values, one for each lane: structs,
// pointers to them, or slices of them.
func leafFor(v reflect.Value, f port, path []string) (leaf, error) {
	t := v.Type().Elem()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	l, err := find(t, path)
	if err != nil {
		return l, err
	}
	return l, l.fits(f)
}

// gather makes the column of a field of a slice of values, one for each lane.
func gather(v reflect.Value, f port, path []string) (any, error) {
	l, err := leafFor(v, f, path)
	if err != nil {
		return nil, err
	}
	lanes, per, elem := v.Len(), program.Elements(f.Shape), l.elem
	var lens []int64
	if l.slice != nil {
		elem = l.of.elem
	}
	if f.Slice != "" {
		lens = make([]int64, lanes)
	}
	column := reflect.MakeSlice(reflect.SliceOf(elem), lanes*per, lanes*per)
	for lane := range lanes {
		from := rowOf(v, lane)
		switch {
		case from == nil:
			return nil, fmt.Errorf("lane %d is a nil pointer", lane)
		case l.slice == nil:
			l.take(column, lane*per, from)
			continue
		}
		slice := reflect.NewAt(l.slice, unsafe.Add(from, l.offsets[0])).Elem()
		n := slice.Len()
		if n > f.Shape[0] || f.Slice == "" && n != f.Shape[0] {
			return nil, fmt.Errorf("lane %d has %d elements; %s has room for %d", lane, n, f.Name, f.Shape[0])
		}
		if lens != nil {
			lens[lane] = int64(n)
		}
		for i := range n {
			l.of.take(column, lane*per+i*len(l.of.offsets), elementOf(slice, i))
		}
	}
	if lens != nil {
		return Padded{Data: column.Interface(), Lens: lens}, nil
	}
	return column.Interface(), nil
}

// rowOf returns where an element of a slice is, or what it points to: nil if it is a nil pointer.
func rowOf(v reflect.Value, i int) unsafe.Pointer {
	row := v.Index(i)
	if row.Kind() == reflect.Pointer {
		return row.UnsafePointer()
	}
	return row.Addr().UnsafePointer()
}

func elementOf(slice reflect.Value, i int) unsafe.Pointer {
	return unsafe.Add(slice.UnsafePointer(), uintptr(i)*slice.Type().Elem().Size())
}

// take copies the numbers of a leaf from a value to a column, to element number at and on.
func (l leaf) take(column reflect.Value, at int, value unsafe.Pointer) {
	if l.elem.Kind() == reflect.String {
		for i, o := range l.offsets {
			column.Index(at + i).SetString(*(*string)(unsafe.Add(value, o)))
		}
		return
	}
	size := l.elem.Size()
	for i, o := range l.offsets {
		to := unsafe.Add(column.UnsafePointer(), uintptr(at+i)*size)
		copy(unsafe.Slice((*byte)(to), size), unsafe.Slice((*byte)(unsafe.Add(value, o)), size))
	}
}

// give copies them from a column to a value. The column of errors is an []error, that of strings a []string.
func (l leaf) give(column reflect.Value, at int, value unsafe.Pointer) {
	switch l.elem.Kind() {
	case reflect.Interface:
		errs := column.Interface().([]error)
		for i, o := range l.offsets {
			*(*error)(unsafe.Add(value, o)) = errs[at+i]
		}
		return
	case reflect.String:
		for i, o := range l.offsets {
			*(*string)(unsafe.Add(value, o)) = column.Index(at + i).String()
		}
		return
	}
	size := l.elem.Size()
	for i, o := range l.offsets {
		from := unsafe.Add(column.UnsafePointer(), uintptr(at+i)*size)
		copy(unsafe.Slice((*byte)(unsafe.Add(value, o)), size), unsafe.Slice((*byte)(from), size))
	}
}

// scatter puts the column of a result into a field of a slice of structs or pointers to them. Slices
// get memory of their own, once for all columns that have fields of their elements: made has where such
// slices are in a value.
func (r *Result) scatter(v reflect.Value, f port, path []string, made map[uintptr]bool) error {
	l, err := leafFor(v, f, path)
	if err != nil {
		return err
	}
	data, per := r.run.Cols[f.col].Data, program.Elements(f.Shape)
	switch f.Type {
	case program.GoError:
		data = r.errors(f, data.([]int32))
	case program.GoString:
		data = r.strings(f)
	}
	column := reflect.ValueOf(data)
	var lens []int64
	if f.Slice != "" {
		lens = r.padded(f).Lens
	}
	for lane := range r.Lanes {
		to := rowOf(v, lane)
		switch {
		case to == nil:
			return fmt.Errorf("row %d is a nil pointer", lane)
		case l.slice == nil:
			l.give(column, lane*per, to)
			continue
		}
		slice := reflect.NewAt(l.slice, unsafe.Add(to, l.offsets[0])).Elem()
		n := f.Shape[0]
		if lens != nil {
			n = int(lens[lane])
		}
		switch {
		case made[l.offsets[0]]:
		case n == 0:
			slice.SetZero()
		default:
			slice.Set(reflect.MakeSlice(l.slice, n, n))
		}
		for i := range n {
			l.of.give(column, lane*per+i*len(l.of.offsets), elementOf(slice, i))
		}
	}
	if l.slice != nil {
		made[l.offsets[0]] = true
	}
	return nil
}
