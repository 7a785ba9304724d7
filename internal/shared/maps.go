package shared

import (
	"encoding/binary"
	"math"
	"math/bits"
	"reflect"
	"unsafe"
)

// A map is laid out as a hash table with linear probing that is at most half full: an index
// of entry numbers, whose length is a power of two, and the keys and values of the entries.
// Entry 0 is that of no key. Package frontend/golang looks keys up in it, with the same hash.

// multiplier spreads keys over hashes: 2⁶⁴ divided by the golden ratio, and odd.
const multiplier = 0x9e3779b97f4a7c15

// tableOf is the type of what a map is laid out as: a struct.
func tableOf(t reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{
		{Name: "Nil", Type: reflect.TypeFor[bool]()},
		{Name: "Index", Type: reflect.TypeFor[[]uint32]()},
		{Name: "Keys", Type: reflect.SliceOf(t.Key())},
		{Name: "Values", Type: reflect.SliceOf(t.Elem())},
	})
}

// hashTable makes what a map is laid out as, and returns where it is.
func hashTable(m reflect.Value) unsafe.Pointer {
	t := m.Type()
	table := reflect.New(tableOf(t))
	n := m.Len()
	index := make([]uint32, 1<<bits.Len(uint(max(2*n-1, 0))))
	keys := reflect.MakeSlice(reflect.SliceOf(t.Key()), 1, n+1)
	values := reflect.MakeSlice(reflect.SliceOf(t.Elem()), 1, n+1)
	mask := uint64(len(index) - 1)
	leaves := leavesOf(t.Key())
	for entry, each := uint32(1), m.MapRange(); each.Next(); entry++ {
		keys, values = reflect.Append(keys, each.Key()), reflect.Append(values, each.Value())
		at := keys.Index(int(entry)).Addr().UnsafePointer()
		slot := hashOf(leaves, at) >> 32 & mask
		for index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		index[slot] = entry
	}
	f := table.Elem()
	f.Field(0).SetBool(m.IsNil())
	f.Field(1).Set(reflect.ValueOf(index))
	f.Field(2).Set(keys)
	f.Field(3).Set(values)
	return table.UnsafePointer()
}

// hashOf is the hash of a key of some leaves.
func hashOf(leaves []leaf, key unsafe.Pointer) (h uint64) {
	for _, lf := range leaves {
		for _, o := range lf.offsets {
			h = (h ^ word(lf.typ, unsafe.Add(key, o))) * multiplier
		}
	}
	return h
}

// word is a number or string as 64 bits that are equal for equal ones: 0 and -0 are.
func word(t reflect.Type, at unsafe.Pointer) uint64 {
	v := reflect.NewAt(t, at).Elem()
	switch {
	case t.Kind() == reflect.String:
		return hashOfText(v.String())
	case t.Kind() == reflect.Bool:
		return uint64(*(*uint8)(at))
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	case t.Kind() == reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float()) + 0))
	case v.CanFloat():
		return math.Float64bits(v.Float() + 0)
	}
	return 0 // lanes look nothing up in a map with such keys
}

// hashOfText is the hash of a string: of eight bytes at a time.
func hashOfText(s string) (h uint64) {
	for ; s != ""; s = s[min(8, len(s)):] {
		var word [8]byte
		copy(word[:], s)
		h = (h ^ binary.LittleEndian.Uint64(word[:])) * multiplier
	}
	return h
}
