package shared

import (
	"math"
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/keyhash"
)

// A map is laid out as a hash table with linear probing that is at most half full: an index
// of entry numbers, whose length is a power of two, and the keys and values of the entries.
// Entry 0 is that of no key. Package frontend/golang looks keys up in it, with the same hash.

// hashed is what a map is laid out as, in memory. Keys and Values are of the types of the map, whatever is said here,
// and so are their lengths.
type hashed struct {
	Nil          bool
	Index        []uint32
	Keys, Values []struct{}
}

// tableOf is the type of what a map is laid out as: a struct.
func tableOf(t *Type, typeOf func(reflect.Type) *Type) *Type {
	list := func(elem *Type) *Type {
		return &Type{Kind: reflect.Slice, Elem: elem, memory: reflect.TypeFor[[]struct{}]()}
	}
	return &Type{Kind: reflect.Struct, memory: reflect.TypeFor[hashed](), Fields: []Field{
		{Name: "Nil", Type: typeOf(Numbers[reflect.Bool])},
		{Name: "Index", Type: list(typeOf(Numbers[reflect.Uint32]))},
		{Name: "Keys", Type: list(t.Key)},
		{Name: "Values", Type: list(t.Elem)},
	}}
}

// laidOutAs is the type of what a map is laid out as.
func (t *Type) laidOutAs() *Type {
	if t.table == nil {
		t.table = tableOf(t, TypeOf)
	}
	return t.table
}

// pairs are the entries of a map, behind an entry of no key: where keys and values are.
type pairs struct {
	n            int // with the entry of no key
	keys, values unsafe.Pointer
}

// pairsOf are those of the map at a place.
func pairsOf(t *Type, at unsafe.Pointer) (p pairs, isNil bool) {
	if t.inMemory().Kind() != reflect.Map {
		if own := *(**pairs)(at); own != nil {
			return *own, false
		}
		return pairs{1, newArray(t.Key, 1), newArray(t.Elem, 1)}, true
	}
	m := reflect.NewAt(t.memory, at).Elem()
	keys := reflect.MakeSlice(reflect.SliceOf(t.Key.memory), 1, m.Len()+1)
	values := reflect.MakeSlice(reflect.SliceOf(t.Elem.memory), 1, m.Len()+1)
	for each := m.MapRange(); each.Next(); {
		keys, values = reflect.Append(keys, each.Key()), reflect.Append(values, each.Value())
	}
	return pairs{keys.Len(), keys.UnsafePointer(), values.UnsafePointer()}, m.IsNil()
}

// newArray makes some values of a type that are zero.
func newArray(t *Type, n int) unsafe.Pointer {
	return reflect.MakeSlice(reflect.SliceOf(t.inMemory()), n, n).UnsafePointer()
}

// hashTable makes what the map at a place is laid out as, and returns where it is.
func hashTable(t *Type, at unsafe.Pointer) unsafe.Pointer {
	entries, isNil := pairsOf(t, at)
	n := entries.n - 1
	index := make([]uint32, 1<<bits.Len(uint(max(2*n-1, 0))))
	mask := uint64(len(index) - 1)
	leaves := leavesOf(t.Key)
	for entry := 1; entry <= n; entry++ {
		key := unsafe.Add(entries.keys, uintptr(entry)*t.Key.inMemory().Size())
		slot := hashOf(leaves, key) >> 32 & mask
		for index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		index[slot] = uint32(entry)
	}
	list := func(at unsafe.Pointer) []struct{} { return unsafe.Slice((*struct{})(at), entries.n) }
	return unsafe.Pointer(&hashed{Nil: isNil, Index: index, Keys: list(entries.keys), Values: list(entries.values)})
}

// hashOf is the hash of a key of some leaves.
func hashOf(leaves []leaf, key unsafe.Pointer) (h uint64) {
	for _, lf := range leaves {
		for _, o := range lf.offsets {
			h = keyhash.With(h, word(lf.typ, unsafe.Add(key, o)))
		}
	}
	return h
}

// word is a number or string as 64 bits that are equal for equal ones: 0 and -0 are.
func word(t *Type, at unsafe.Pointer) uint64 {
	v := reflect.NewAt(t.inMemory(), at).Elem()
	switch {
	case t.Kind == reflect.String:
		return keyhash.OfText(v.String())
	case t.Kind == reflect.Bool:
		return uint64(*(*uint8)(at))
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	case t.Kind == reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float()) + 0))
	case v.CanFloat():
		return math.Float64bits(v.Float() + 0)
	}
	return 0 // lanes look nothing up in a map with such keys
}
