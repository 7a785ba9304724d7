package golang

import (
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/keyhash"
	"github.com/lockstep-simt/lockstep/program"
)

// Maps in what all lanes share. Such a map is laid out as those that lanes make are (maps_lane.go), with an index that
// tells where the entry of a key is, but for as many entries as it has: it is a pointer to a struct of three slices.
// Package shared fills these, with the same hashes.

// The fields of the struct. Entry 0 is that of no key, and the index is a power of two long.
const (
	sharedNil = iota
	sharedIndex
	sharedKeys
	sharedValues
)

// sharedMapType is the type of what a map is a pointer to.
func sharedMapType(t *types.Map) *types.Struct {
	field := func(name string, t types.Type) *types.Var { return types.NewField(0, nil, name, t, false) }
	return types.NewStruct([]*types.Var{
		sharedNil:    field("Nil", types.Typ[types.Bool]),
		sharedIndex:  field("Index", types.NewSlice(types.Typ[types.Uint32])),
		sharedKeys:   field("Keys", types.NewSlice(t.Key())),
		sharedValues: field("Values", types.NewSlice(t.Elem())),
	}, nil)
}

// sharedMapWhyNot says why lanes cannot share a map, or "".
func (t *translator) sharedMapWhyNot(m *types.Map) string {
	words := 0
	for _, lf := range t.layouts.Of(m.Key()).Leaves {
		if lf.Ref != nil && (!gotypes.IsString(lf.Ref) || len(lf.Shape) > 0) || lf.GoType == program.GoError {
			return "the keys of a map that all lanes share are numbers, strings, structs of them, or arrays of " +
				"numbers; of several strings make a struct with a field each"
		}
		words += program.Elements(lf.Shape)
	}
	if words > maxKeyWords {
		return "the keys of a map that all lanes share are of at most " + itoa(maxKeyWords) + " numbers"
	}
	return ""
}

// isSharedMap reports whether an atom of a type is a map that all lanes share.
func isSharedMap(a known.Atom, t types.Type) bool {
	return gotypes.IsMap(t) && a.Kind == known.Pointer && a.Region.Kind == known.UniformRegion
}

// sharedField reads a field of what a map is a pointer to.
func (b *heap) sharedField(a known.Atom, f int) known.Atom {
	from, to := b.layouts.Of(a.Elem).Field(f)
	return b.read(place{reg: a.Region, from: a.From + from, to: a.From + to, index: a.Nums,
		elem: a.Elem.Underlying().(*types.Struct).Field(f).Type()})[0]
}

// sharedLength is how many entries a map has.
func (b *heap) sharedLength(a known.Atom) program.Operand {
	return b.difference(lengthOfBytes(b.sharedField(a, sharedKeys)), known.Int64(1))
}

// sharedEntry reads the key or the value of an entry.
func (b *heap) sharedEntry(a known.Atom, f int, entry program.Operand) known.Value {
	return b.read(b.elementAt(b.sharedField(a, f), entry))
}

// findShared looks for the entry of a key, which is 0 if there is none.
func (b *hashing) findShared(a known.Atom, t *types.Map, key known.Value) (entry program.Operand) {
	leaves := b.layouts.Of(t.Key()).Leaves
	b.requireKeyTold(leaves, key)
	index, keys := b.sharedField(a, sharedIndex), b.sharedField(a, sharedKeys)
	mask := b.difference(lengthOfBytes(index), known.Int64(1))
	entryAt := func(slot program.Operand) program.Operand {
		return b.op("convert_i64", program.U32, b.read(b.elementAt(index, slot))[0].Nums[0])
	}
	high := b.op("shr", program.U64, b.hash(leaves, key, b.hashOfWords), program.Lit(program.U64, 32))
	high = b.op("convert_i64", program.U64, high)
	slot := b.variable("slot", b.op("and", program.I64, high, mask))
	entry = b.variable("entry", entryAt(slot))
	b.while(func() program.Operand {
		other := b.op("not", program.Bool, b.same(leaves, b.read(b.elementAt(keys, entry)), key))
		return b.op("and", program.Bool, b.isSome(entry), other)
	}, func() {
		b.reassign(slot, b.op("and", program.I64, b.sum(slot, known.Int64(1)), mask))
		b.reassign(entry, entryAt(slot))
	})
	return entry
}

// hashOfWords is keyhash.OfText of a string of a lane.
func (b *heap) hashOfWords(a known.Atom) program.Operand {
	if a.Kind != known.Slice {
		return b.selectText(a, func(s string) int64 { return int64(keyhash.OfText(s)) })
	}
	factor := program.Lit(program.U64, keyhash.Multiplier)
	with := func(h, word program.Operand) program.Operand {
		return b.op("mul", program.U64, b.op("xor", program.U64, h, word), factor)
	}
	h := program.Lit(program.U64, 0)
	if room := roomInWords(a); room > 0 {
		for k, word := range b.wordsOf(a, room) {
			more := b.op("lt", program.I64, known.Int64(int64(8*k)), lengthOfBytes(a))
			h = b.op("select", program.U64, more, with(h, word), h)
		}
		return b.op("convert_i64", program.U64, h)
	}
	h = b.variableOf(program.U64, "hash", h)
	word, i := b.variableOf(program.U64, "word", h), b.variable("i", known.Int64(0))
	b.while(func() program.Operand { return b.op("lt", program.I64, i, lengthOfBytes(a)) }, func() {
		seven, one := known.Int64(7), known.Int64(1)
		at := b.op("mul", program.I64, b.op("and", program.I64, i, seven), known.Int64(8))
		letter := b.op("convert_u64", program.U32, b.byteOf(a, i))
		letter = b.op("shl", program.U64, letter, b.op("convert_u64", program.I64, at))
		b.reassign(word, b.op("or", program.U64, word, letter))
		b.reassign(i, b.op("add", program.I64, i, one))
		full := b.op("eq", program.I64, b.op("and", program.I64, i, seven), known.Int64(0))
		full = b.op("or", program.Bool, full, b.op("eq", program.I64, i, lengthOfBytes(a)))
		b.reassign(h, b.op("select", program.U64, full, with(h, word), h))
		b.reassign(word, b.op("select", program.U64, full, program.Lit(program.U64, 0), word))
	})
	return b.op("convert_i64", program.U64, h)
}

// getShared reads a map at a key.
func (b *hashing) getShared(a known.Atom, t *types.Map, key known.Value) (v known.Value, found program.Operand) {
	entry := b.findShared(a, t, key)
	return b.sharedEntry(a, sharedValues, entry), b.isSome(entry)
}
