package lockstep

import (
	"fmt"
	"reflect"
)

// errorType is the type of fields that have no column.
var errorType = reflect.TypeFor[error]()

// noErrors refuses values, one for each lane, with a field that holds an error: there is no
// column for it, and the function takes it for nil. path leads to the values in the elements
// of v; it is empty if they are the elements.
func noErrors(v reflect.Value, path string) error {
	t := structUnder(v.Type().Elem())
	if t == nil {
		return nil
	}
	var index []int
	if path != "" {
		f, ok := t.FieldByName(path)
		if !ok || structUnder(f.Type) == nil {
			return nil
		}
		t, index = structUnder(f.Type), f.Index
	}
	for _, field := range errorFields(t, nil) {
		at := append(append([]int(nil), index...), field...)
		for lane := range v.Len() {
			row := reflect.Indirect(v.Index(lane))
			if !row.IsValid() {
				continue // a nil pointer, which the columns refuse
			}
			if f, err := row.FieldByIndexErr(at); err == nil && !f.IsNil() {
				return fmt.Errorf("lane %d has an error in field %s, which lanes cannot bring; run such a lane in Go",
					lane, t.FieldByIndex(field).Name)
			}
		}
	}
	return nil
}

// errorFields are where a struct has fields of type error.
func errorFields(t reflect.Type, path []int) (found [][]int) {
	for i := range t.NumField() {
		at := append(path[:len(path):len(path)], i)
		switch f := t.Field(i); {
		case f.Type == errorType:
			found = append(found, at)
		case f.Type.Kind() == reflect.Struct:
			found = append(found, errorFields(f.Type, at)...)
		}
	}
	return found
}
