package shared

import (
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

// Value is a value of a [Type], such as one that was read from a file.
type Value struct {
	Nil  bool    // a slice, map or pointer is nil, or it is of a type that is not laid out
	Bits uint64  // of a number, as wide as its type; a bool is 0 or 1
	Text string  // of a string
	List []Value // elements, the fields of a struct, the parts of a complex number; of a pointer what it points to;
	// of a map each key and, behind it, its value; no key comes twice
}

// LayOut lays out a value as the uniforms of a parameter of that name and of a type.
func LayOut(name string, t *Type, v Value) (Laid, error) {
	at := newArray(t, 1)
	v.store(t, at)
	return layOut(name, t, at)
}

// store writes a value to a place.
func (v Value) store(t *Type, at unsafe.Pointer) {
	if v.Nil {
		return
	}
	place := reflect.NewAt(t.inMemory(), at).Elem()
	switch t.Kind {
	case reflect.Struct:
		for i, f := range t.Fields {
			v.List[i].store(f.Type, unsafe.Add(at, t.inMemory().Field(i).Offset))
		}
	case reflect.Array:
		storeAll(t.Elem, at, v.List)
	case reflect.Slice:
		first := newArray(t.Elem, len(v.List))
		storeAll(t.Elem, first, v.List)
		place.Set(reflect.ValueOf(unsafe.Slice((*struct{})(first), len(v.List))))
	case reflect.Pointer:
		to := newArray(t.Elem, 1)
		v.List[0].store(t.Elem, to)
		place.SetPointer(to)
	case reflect.Map:
		n := len(v.List)/2 + 1
		p := &pairs{n, newArray(t.Key, n), newArray(t.Elem, n)}
		for i, each := range v.List {
			of, first := t.Key, p.keys
			if i%2 == 1 {
				of, first = t.Elem, p.values
			}
			each.store(of, unsafe.Add(first, uintptr(1+i/2)*of.inMemory().Size()))
		}
		place.Set(reflect.ValueOf(p))
	case reflect.String:
		place.SetString(v.Text)
	case reflect.Complex64, reflect.Complex128:
		part := number(reflect.Float64)
		if t.Kind == reflect.Complex64 {
			part = number(reflect.Float32)
		}
		storeAll(part, at, v.List)
	case reflect.Bool:
		place.SetBool(v.Bits != 0)
	case reflect.Float32:
		*(*float32)(at) = math.Float32frombits(uint32(v.Bits))
	case reflect.Float64:
		*(*float64)(at) = math.Float64frombits(v.Bits)
	default:
		if place.CanInt() {
			place.SetInt(int64(v.Bits))
		} else if place.CanUint() {
			place.SetUint(v.Bits)
		}
	}
}

// storeAll writes values to one place behind the other.
func storeAll(t *Type, at unsafe.Pointer, list []Value) {
	for i, v := range list {
		v.store(t, unsafe.Add(at, uintptr(i)*t.inMemory().Size()))
	}
}

// Key tells a key of a map of a type from others: those that Go has for equal give the same text.
func (v Value) Key(t *Type) string {
	at := newArray(t, 1)
	v.store(t, at)
	var key []byte
	for _, lf := range leavesOf(t) {
		for _, o := range lf.offsets {
			place := unsafe.Add(at, o)
			if lf.typ.Kind == reflect.String {
				text := *(*string)(place)
				key = append(binary.AppendUvarint(key, uint64(len(text))), text...)
				continue
			}
			key = binary.LittleEndian.AppendUint64(key, word(lf.typ, place))
		}
	}
	return string(key)
}
