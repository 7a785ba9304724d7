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

// newFrame returns a frame whose pages have all been written to: to one that has not, as one of arrays whose lanes are
// seldom there, a store under a mask without lanes takes hundreds of cycles, each time anew.
func newFrame(bytes int) []byte {
	frame := Aligned(bytes)
	for i := 0; i < bytes; i += os.Getpagesize() {
		frame[i] = 0
	}
	frame[bytes-1] = 0
	return frame
}
