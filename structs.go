package lockstep

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// Rows turns a slice of structs, one for each lane, into columns: each parameter is the
// field of its name, where the first letter may be in upper case, or with its name in the tag
// `lockstep:"name"`. Fields that are not parameters are left out.
//
//	type Option struct{ Spot, Strike, Price float64 }
//
//	in, err := price.Rows(options) // of func Price(spot, strike float64) (price float64)
//	result, err := price.Run(ctx, in)
//	err = result.Into(options)
func (fn *Func) Rows(rows any) (Inputs, error) {
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice || structUnder(v.Type().Elem()) == nil {
		return nil, fmt.Errorf("lockstep: rows: %T is not a slice of structs", rows)
	}
	in := Inputs{}
	seen := map[string]bool{}
	for _, e := range fn.in.fields {
		name, rest, _ := strings.Cut(e.Name, ".")
		field, err := fieldFor(structUnder(v.Type().Elem()), name)
		if err != nil {
			return nil, fmt.Errorf("lockstep: rows: %w, which parameter %s (%s) would be", err, e.Name, e.InGo())
		}
		if rest != "" && !seen[name] {
			seen[name] = true
			if err := noErrors(v, field); err != nil {
				return nil, fmt.Errorf("lockstep: rows: %w", err)
			}
		}
		if in[e.Name], err = gather(v, e, join(field, rest)); err != nil {
			return nil, fmt.Errorf("lockstep: rows: %w", err)
		}
	}
	return in, nil
}

// Into puts the results into the fields of a slice of structs, one for each lane: each into the
// field of its name, as in Func.Rows; results without a field are left out. Lanes that did
// not finish get zeros. It is an error if no result has a field.
func (r *Result) Into(rows any) error {
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice || structUnder(v.Type().Elem()) == nil {
		return fmt.Errorf("lockstep: into: %T is not a slice of structs", rows)
	}
	if v.Len() != r.Lanes {
		return fmt.Errorf("lockstep: into: there are %d rows for %d lanes", v.Len(), r.Lanes)
	}
	found := 0
	for _, e := range r.out.fields {
		name, rest, _ := strings.Cut(e.Name, ".")
		field, err := fieldFor(structUnder(v.Type().Elem()), name)
		if err != nil {
			continue
		}
		found++
		if err := r.scatter(v, e, join(field, rest)); err != nil {
			return fmt.Errorf("lockstep: into: %w", err)
		}
	}
	if found == 0 {
		return fmt.Errorf("lockstep: into: %v has no field for any of the results %s",
			v.Type().Elem(), strings.Join(paramNames(r.out.list()), ", "))
	}
	return nil
}

func join(field, rest string) []string {
	path := []string{field}
	if rest != "" {
		path = append(path, strings.Split(rest, ".")...)
	}
	return path
}

// structUnder returns the struct that a type is or points to, or nil.
func structUnder(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// fieldFor returns the name of the field that stands for a parameter or result.
func fieldFor(t reflect.Type, name string) (string, error) {
	var alike []string
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("lockstep")
		switch {
		case tagged && tag == name, !tagged && f.Name == name:
			return f.Name, nil
		case !tagged && strings.EqualFold(f.Name, name):
			alike = append(alike, f.Name)
		}
	}
	switch len(alike) {
	case 0:
		return "", fmt.Errorf("%v has no field %s", t, name)
	case 1:
		return alike[0], nil
	}
	return "", fmt.Errorf("%v has the fields %s; the tag `lockstep:%q` says which is meant",
		t, strings.Join(alike, " and "), name)
}

// expand replaces the columns of structs, as in Inputs{"p": []Vec{…}}, by those of their fields.
func (e *ports) expand(in Inputs) (Inputs, error) {
	var whole []string
	for _, name := range sortedKeys(in) {
		if e.within(name) {
			whole = append(whole, name)
		}
	}
	if len(whole) == 0 {
		return in, nil
	}
	all := Inputs{}
	for name, column := range in {
		if !slices.Contains(whole, name) {
			all[name] = column
		}
	}
	for _, name := range whole {
		v := reflect.ValueOf(in[name])
		if v.Kind() != reflect.Slice {
			return nil, fmt.Errorf("lockstep: column %s: %T is not a slice with a struct for each lane", name, in[name])
		}
		if err := noErrors(v, ""); err != nil {
			return nil, fmt.Errorf("lockstep: column %s: %w", name, err)
		}
		for _, f := range e.fields {
			rest, ok := strings.CutPrefix(f.Name, name+".")
			if !ok {
				continue
			}
			if _, twice := all[f.Name]; twice {
				return nil, fmt.Errorf("lockstep: column %s is given, and so is %s, which has it", f.Name, name)
			}
			column, err := gather(v, f, strings.Split(rest, "."))
			if err != nil {
				return nil, fmt.Errorf("lockstep: column %s: %w", name, err)
			}
			all[f.Name] = column
		}
	}
	return all, nil
}

// within reports whether a name is that of a struct and not of a number.
func (e *ports) within(name string) bool {
	return slices.ContainsFunc(e.fields, func(f port) bool { return strings.HasPrefix(f.Name, name+".") })
}

// has reports whether there is a column of that name, or of a struct of that name.
func (e *ports) has(name string) bool {
	return e.within(name) || slices.ContainsFunc(e.fields, func(f port) bool { return f.Name == name })
}

// leaf is where the numbers of a field are in a value: at some offsets, each of a type that a
// column has.
type leaf struct {
	offsets []uintptr
	elem    reflect.Type
}

// find finds a field by the path to it, through structs and arrays.
func find(t reflect.Type, path []string) (leaf, error) {
	switch t.Kind() {
	case reflect.Array:
		below, err := find(t.Elem(), path)
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
			return leaf{[]uintptr{0}, part}, nil
		}
		return leaf{[]uintptr{part.Size()}, part}, nil
	}
	elem := shared.Numbers[t.Kind()]
	if elem == nil || len(path) > 0 {
		return leaf{}, fmt.Errorf("%v is not a type of numbers in columns", t)
	}
	return leaf{[]uintptr{0}, elem}, nil
}

// fits checks that a leaf is what a column of a parameter or result needs: n numbers of its type.
func (l leaf) fits(f port, n int) error {
	if want := goKinds[f.Type]; want != l.elem.Kind() && !(want == reflect.Int64 && l.elem.Kind() == reflect.Int) &&
		!(want == reflect.Uint64 && l.elem.Kind() == reflect.Uint) {
		return fmt.Errorf("%s is %v, not %s", f.Name, l.elem, f.Type)
	}
	if len(l.offsets) != n {
		return fmt.Errorf("%s has %d numbers, not the %d of a %s", f.Name, len(l.offsets), n, f.InGo())
	}
	return nil
}

// goKinds are the kinds of the types of columns.
var goKinds = func() map[program.GoType]reflect.Kind {
	kinds := map[program.GoType]reflect.Kind{}
	for k, t := range shared.Numbers {
		name, _ := program.ParseGoType(t.Name())
		kinds[name] = k
	}
	return kinds
}()

// gather makes the column of a field of a slice of values, one for each lane: structs, pointers to
// them, or slices of them.
func gather(v reflect.Value, f port, path []string) (any, error) {
	lanes, t := v.Len(), v.Type().Elem()
	per := program.Elements(f.Shape)
	out := func(elem reflect.Type) reflect.Value {
		return reflect.MakeSlice(reflect.SliceOf(elem), lanes*per, lanes*per)
	}
	switch kind := t.Kind(); {
	case kind == reflect.Slice:
		l, err := find(t.Elem(), path)
		if err == nil {
			err = l.fits(f, per/max(1, firstOf(f.Shape)))
		}
		if err != nil {
			return nil, err
		}
		column, lens := out(l.elem), make([]int64, lanes)
		for lane := range lanes {
			row := v.Index(lane)
			n := row.Len()
			if n > firstOf(f.Shape) || f.Slice == "" && n != firstOf(f.Shape) {
				return nil, fmt.Errorf("lane %d has %d elements; %s has room for %d", lane, n, f.Name, firstOf(f.Shape))
			}
			lens[lane] = int64(n)
			for i := range n {
				l.move(column, lane*per+i*len(l.offsets), unsafe.Add(row.UnsafePointer(), uintptr(i)*t.Elem().Size()),
					false)
			}
		}
		if f.Slice != "" {
			return Padded{Data: column.Interface(), Lens: lens}, nil
		}
		return column.Interface(), nil
	case f.Slice != "" && structUnder(t) != nil:
		return nil, fmt.Errorf("%s is a slice whose length each lane brings; give its column by itself", f.Name)
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	l, err := find(t, path)
	if err == nil {
		err = l.fits(f, per)
	}
	if err != nil {
		return nil, err
	}
	column := out(l.elem)
	for lane := range lanes {
		from := rowOf(v, lane)
		if from == nil {
			return nil, fmt.Errorf("lane %d is a nil pointer", lane)
		}
		l.move(column, lane*per, from, false)
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

func firstOf(shape []int) int {
	if len(shape) == 0 {
		return 0
	}
	return shape[0]
}

// move copies the numbers of a leaf between a value and a column, from element number at on.
func (l leaf) move(column reflect.Value, at int, value unsafe.Pointer, toValue bool) {
	size := l.elem.Size()
	for i, o := range l.offsets {
		to := unsafe.Add(column.UnsafePointer(), uintptr(at+i)*size)
		a, b := unsafe.Slice((*byte)(to), size), unsafe.Slice((*byte)(unsafe.Add(value, o)), size)
		if toValue {
			a, b = b, a
		}
		copy(a, b)
	}
}

// scatter puts the column of a result into a field of a slice of structs or pointers to them.
func (r *Result) scatter(v reflect.Value, f port, path []string) error {
	if f.Slice != "" || f.Type == program.GoError {
		return fmt.Errorf("%s is %s, which Result.Column gives; a field of a row is not set to it", f.Name,
			f.InGo())
	}
	t := v.Type().Elem()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	l, err := find(t, path)
	per := program.Elements(f.Shape)
	if err == nil {
		err = l.fits(f, per)
	}
	if err != nil {
		return err
	}
	column := reflect.ValueOf(r.run.Cols[f.col].Data)
	for lane := range r.Lanes {
		to := rowOf(v, lane)
		if to == nil {
			return fmt.Errorf("row %d is a nil pointer", lane)
		}
		l.move(column, lane*per, to, true)
	}
	return nil
}

// structs makes the column of a result that is a struct: a T for each lane. ok is false if no
// result is within the name.
func (r *Result) structs(name string, of reflect.Type) (column any, ok bool) {
	if !r.out.within(name) {
		return nil, false
	}
	rows := reflect.MakeSlice(reflect.SliceOf(of), r.Lanes, r.Lanes)
	for _, f := range r.out.fields {
		rest, below := strings.CutPrefix(f.Name, name+".")
		if !below {
			continue
		}
		if err := r.scatter(rows, f, strings.Split(rest, ".")); err != nil {
			panic(fmt.Sprintf("lockstep: result %s is not %v: %v", name, of, err))
		}
	}
	return rows.Interface(), true
}
