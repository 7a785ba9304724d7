package turns

import (
	"os"
	"reflect"
)

// Touch writes to each page of a column what is there. The system gives memory when it is first written to, which
// may take longer than a slice of lanes that is measured.
func Touch(column any) {
	v := reflect.ValueOf(column)
	if v.Len() == 0 {
		return
	}
	page := max(1, os.Getpagesize()/int(v.Type().Elem().Size()))
	for i := 0; i < v.Len(); i += page {
		v.Index(i).Set(v.Index(i))
	}
	last := v.Index(v.Len() - 1)
	last.Set(last)
}
