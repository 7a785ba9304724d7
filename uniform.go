package lockstep

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/lockstep-simt/lockstep/batch"
)

// uniformColumn makes a column of what WithUniform is given for the uniform of
// that name.
func (k *Kernel) uniformColumn(name string, value any) (batch.Column, error) {
	var want []int
	if u := k.source.Uniform(name); u != nil {
		want = u.Type.Shape
	}
	if c, ok := value.(batch.Column); ok {
		return c, nil
	}
	if flat := batch.SliceOf(value); batch.GoType(flat) != "" {
		return batch.Column{Data: flat}, nil
	}
	wrong := fmt.Errorf("%T is neither a number, a bool, a slice of them nor a slice of such slices", value)
	if value == nil {
		return batch.Column{}, wrong
	}
	v := reflect.ValueOf(value)
	switch elem := elements[v.Kind()]; {
	case elem != nil: // of a named type
		return batch.Column{Data: batch.SliceOf(v.Convert(elem).Interface())}, nil
	case v.Kind() == reflect.Array:
		s := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), v.Len(), v.Len())
		reflect.Copy(s, v)
		v = s
	case v.Kind() != reflect.Slice:
		return batch.Column{}, wrong
	}
	dims, err := dimensions(v, want)
	if err != nil {
		return batch.Column{}, err
	}
	flat, _, err := flatten(v.Interface(), Field{Shape: dims[1:]})
	if err != nil {
		return batch.Column{}, wrong
	}
	if len(dims) == 1 {
		dims = nil // elements in row-major order, whatever the shape
	}
	return batch.Column{Data: flat, Shape: dims}, nil
}

// dimensions returns the lengths of a list of lists. Where there is no row that
// says how long rows are, they are as long as wanted.
func dimensions(v reflect.Value, want []int) ([]int, error) {
	dims := []int{v.Len()}
	t := v.Type().Elem()
	if !isList(t) {
		return dims, nil
	}
	want = want[min(1, len(want)):]
	if v.Len() == 0 {
		for ; isList(t); t = t.Elem() {
			d := 0
			switch k := len(dims) - 1; {
			case t.Kind() == reflect.Array:
				d = t.Len()
			case k < len(want):
				d = max(0, want[k])
			}
			dims = append(dims, d)
		}
		return dims, nil
	}
	var rows []int
	for i := range v.Len() {
		row, err := dimensions(v.Index(i), want)
		if err == nil && i > 0 && !slices.Equal(row, rows) {
			err = fmt.Errorf("rows must be equally long, but row %d has %d elements and row 0 has %d", i, row[0], rows[0])
		}
		if err != nil {
			return nil, err
		}
		rows = row
	}
	return append(dims, rows...), nil
}

func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array
}
