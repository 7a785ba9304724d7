package child

import (
	"math"
	"reflect"
)

// LockstepValue is a value of any type, with what it refers to.
type LockstepValue struct {
	Nil  bool            // it stays zero
	Bits uint64          // of a number
	Text string          // of a string
	List []LockstepValue // elements, fields, what a pointer points to, keys and values of a map in turn
}

// store sets v to the value.
func (w *LockstepValue) store(v reflect.Value) {
	if w.Nil {
		return
	}
	t := v.Type()
	switch t.Kind() {
	case reflect.Struct:
		for i := range w.List {
			w.List[i].store(lockstepField(v, i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, len(w.List), len(w.List)))
		w.storeElements(v)
	case reflect.Array:
		w.storeElements(v)
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		w.List[0].store(v.Elem())
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		for i := 0; i < len(w.List); i += 2 {
			key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			w.List[i].store(key)
			w.List[i+1].store(value)
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		v.SetString(w.Text)
	case reflect.Complex64:
		part := func(i int) float64 { return float64(math.Float32frombits(uint32(w.List[i].Bits))) }
		v.SetComplex(complex(part(0), part(1)))
	case reflect.Complex128:
		part := func(i int) float64 { return math.Float64frombits(w.List[i].Bits) }
		v.SetComplex(complex(part(0), part(1)))
	case reflect.Bool:
		v.SetBool(w.Bits != 0)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(w.Bits))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(w.Bits))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(w.Bits))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(w.Bits)
	}
}

func (w *LockstepValue) storeElements(v reflect.Value) {
	for i := range w.List {
		w.List[i].store(v.Index(i))
	}
}
