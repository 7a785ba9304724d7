// Package results compares results of functions, and writes them for messages.
//
// Imports: nothing.
package results

import (
	"math"
	"reflect"
	"strconv"
	"unsafe"
)

// Same reports whether two results of one type have the same bits, all NaNs being
// one. Errors are the same if they are one variable or say the same.
func Same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	case reflect.Bool:
		return a.Bool() == b.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return a.Int() == b.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return a.Uint() == b.Uint()
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return Same(reflect.ValueOf(real(x)), reflect.ValueOf(real(y))) &&
			Same(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)))
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || Same(a.Elem(), b.Elem()))
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).Name != "_" && !Same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array, reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !Same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	if a.Comparable() && b.Comparable() && a.Equal(b) {
		return true
	}
	x, y := errorIn(a), errorIn(b)
	return x != nil && y != nil && x.Error() == y.Error()
}

// errorIn returns the error that a value is, which a field that is not exported may hold.
func errorIn(v reflect.Value) error {
	if !v.CanInterface() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	err, _ := v.Interface().(error)
	return err
}

// showMost is how long a value in a message may be.
const showMost = 100

// Text writes a result for a message, in some hundred bytes at most.
func Text(v reflect.Value) string {
	text := string(show(nil, v))
	if len(text) > showMost {
		text = text[:showMost] + " …"
	}
	return text
}

// show appends a value. Methods of the user's types are not called, but for Error.
func show(to []byte, v reflect.Value) []byte {
	if len(to) > showMost {
		return to
	}
	switch v.Kind() {
	case reflect.Float32:
		return strconv.AppendFloat(to, v.Float(), 'g', -1, 32)
	case reflect.Float64:
		return strconv.AppendFloat(to, v.Float(), 'g', -1, 64)
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool())
	case reflect.Complex64, reflect.Complex128:
		return append(to, strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, "nil"...)
		}
		return show(append(to, '&'), v.Elem())
	case reflect.Struct:
		to = append(to, '{')
		for i := range v.NumField() {
			if i > 0 {
				to = append(to, ' ')
			}
			to = append(append(to, v.Type().Field(i).Name...), ':')
			to = show(to, v.Field(i))
		}
		return append(to, '}')
	case reflect.Array, reflect.Slice:
		to = append(to, '[')
		for i := range v.Len() {
			if i > 0 {
				to = append(to, ' ')
			}
			to = show(to, v.Index(i))
		}
		return append(to, ']')
	case reflect.String:
		return strconv.AppendQuote(to, v.String())
	case reflect.Interface:
		if err := errorIn(v); err != nil {
			return strconv.AppendQuote(to, err.Error())
		}
		return append(to, "nil"...)
	}
	if v.CanInt() {
		return strconv.AppendInt(to, v.Int(), 10)
	}
	return strconv.AppendUint(to, v.Uint(), 10)
}
