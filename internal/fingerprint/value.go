package fingerprint

import (
	"errors"
	"reflect"
)

// MaxDepth bounds how deep a value may be nested or linked.
const MaxDepth = 5000

// ErrDeep is the error for a value that is nested or linked deeper.
var ErrDeep = errors.New("it is linked too deep to be compared")

// Of returns the fingerprint of what p points to.
func Of(p any) (sum Sum, err error) {
	w := &walk{sum: &sum, seen: map[reference]uint64{}}
	w.value(reflect.ValueOf(p).Elem(), 0)
	return sum, w.err
}

// walk says a value.
type walk struct {
	sum  *Sum
	seen map[reference]uint64
	err  error
}

// reference is a pointer, or a slice.
type reference struct {
	at  uintptr
	len int
	typ reflect.Type
}

var errorType = reflect.TypeFor[error]()

func (w *walk) value(v reflect.Value, depth int) {
	if depth > MaxDepth {
		w.err = ErrDeep
	}
	if w.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			w.sum.Word(1)
		} else {
			w.sum.Word(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.sum.Word(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.sum.Word(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.sum.Float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		w.sum.Float(real(v.Complex()))
		w.sum.Float(imag(v.Complex()))
	case reflect.String:
		w.sum.Text(v.String())
	case reflect.Array:
		for i := range v.Len() {
			w.value(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				w.value(v.Field(i), depth+1)
			}
		}
	default:
		if v.IsNil() {
			w.sum.Word(Nil)
			return
		}
		w.referred(v, depth)
	}
}

// referred says what refers to something.
func (w *walk) referred(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !w.before(reference{v.Pointer(), -1, v.Type().Elem()}) {
			w.value(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			w.sum.Word(Here)
			w.sum.Word(0)
		} else if !w.before(reference{v.Pointer(), v.Len(), v.Type().Elem()}) {
			w.sum.Word(uint64(v.Len()))
			for i := range v.Len() {
				w.value(v.Index(i), depth+1)
			}
		}
	case reflect.Map:
		w.sum.Word(Here)
		w.sum.Word(uint64(v.Len()))
		var all Sum
		for it := v.MapRange(); it.Next() && w.err == nil; {
			var one Sum
			entry := &walk{sum: &one, seen: map[reference]uint64{}}
			entry.value(it.Key(), depth+1)
			entry.value(it.Value(), depth+1)
			all += one
			w.err = entry.err
		}
		w.sum.Word(uint64(all))
	case reflect.Interface:
		w.sum.Word(Here)
		if v.Type() != errorType {
			w.sum.Text(v.Elem().Type().String())
			w.value(v.Elem(), depth+1)
		}
	default:
		w.sum.Word(Here)
	}
}

// before says whether a pointer or slice was here before, and if so, which it is.
func (w *walk) before(r reference) bool {
	n, ok := w.seen[r]
	if ok {
		w.sum.Word(Seen)
		w.sum.Word(n)
		return true
	}
	w.seen[r] = uint64(len(w.seen))
	w.sum.Word(Here)
	return false
}
