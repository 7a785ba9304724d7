package golang

import (
	"go/types"
	"math/bits"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Maps that a lane makes. A map is a region with room for a number of entries, which are
// beside each other in arrays of keys and values, and an index that tells where the entry of
// a key is: a hash table with linear probing, which is never more than half full. So an
// entry is found in a round or two, a map that is ranged over costs as many rounds as it
// has entries, and a lane that needs more entries than there is room for faults, as with
// append. What is deleted leaves no trace, by Knuth's algorithm R (The Art of Computer
// Programming, volume 3, section 6.4), and the last entry takes its place.

// The fields of the region of a map. Entries have numbers from 1 on, and in the index is 0 where there is nothing: that
// is an entry too, which no key has and nobody writes to, so that a lookup reads without asking before, and what it
// finds there is the zero value.
const (
	mapLen = iota
	mapIndex
	mapKeys
	mapValues
)

// laneMap is a map of a lane while an instruction uses it.
type laneMap struct {
	at        known.Atom // a pointer to its region
	typ       *types.Map
	layout    *known.Layout
	room      int64             // entries
	slots     int64             // of the index, a power of two
	isNil     program.Operand   // in which lanes there is none, which have the first option instead
	nilable   bool              // whether there may be such
	lead      []program.Operand // the indices of the region itself
	keyLeaves []known.Leaf
}

// mapType is the type of the region of a map with room for some entries.
func mapType(t *types.Map, room int64) *types.Struct {
	slots := int64(1) << bits.Len64(uint64(2*room-1))
	field := func(name string, t types.Type) *types.Var { return types.NewField(0, nil, name, t, false) }
	return types.NewStruct([]*types.Var{
		mapLen:    field("Len", types.Typ[types.Int]),
		mapIndex:  field("Index", types.NewArray(types.Typ[types.Uint32], slots)),
		mapKeys:   field("Keys", types.NewArray(t.Key(), room+1)),
		mapValues: field("Values", types.NewArray(t.Elem(), room+1)),
	}, nil)
}

// makeMap translates make of a map, and a composite literal of one.
func (b *hashing) makeMap(in *ssa.MakeMap) {
	if m, ok := b.literalMap(in); ok {
		b.define(known.Value{m})
		return
	}
	t := in.Type().Underlying().(*types.Map)
	b.checkKeys(t)
	if arena := b.kept.mapArena(t); arena != nil {
		b.defineMapIn(arena)
		return
	}
	rt := mapType(t, b.mapRoom(in, t))
	m := known.Atom{Kind: known.Pointer, Elem: rt}
	if n := b.placesOf(in); n > 0 {
		array := types.NewArray(rt, n)
		b.checkSize(array)
		m.Region = b.site(in, "", array)
		m.Nums = []program.Operand{b.takePlace(in, m.Region)}
	} else {
		b.checkSize(rt)
		m.Region = b.site(in, "", rt)
		b.make(m.Region, nil, "map")
	}
	m.Region.What = "the map that line " + itoa(b.ops[b.opOf[in]].Pos.Line) + " makes"
	m.To = len(m.Region.Layout.Leaves)
	b.define(known.Value{m})
}

// defineMapIn translates make of a map that is in an arena. What was there before had entries.
func (b *hashing) defineMapIn(arena *arena) {
	a := b.takeArena(arena.region, arena.elem)
	b.define(known.Value{a})
	if !b.kept.frees {
		return
	}
	b.knownNotNil(a.Nums[0])
	m := b.mapAt(a, arena.maps)
	index := m.field(mapIndex)
	b.write(m.field(mapLen), b.zero(types.Typ[types.Int]))
	b.write(index, b.zero(index.elem))
}

// maxKeyWords is of how many numbers a key is at most.
const maxKeyWords = 16

// checkKeys refuses keys that are not made of a few numbers.
func (b *hashing) checkKeys(t *types.Map) {
	words := 0
	for _, lf := range b.layouts.Of(t.Key()).Leaves {
		if lf.Ref != nil && !gotypes.IsString(lf.Ref) {
			b.fail("a map that changes with keys of type %s is not available in batched code, where keys are numbers, "+
				"strings, or structs and arrays of them; give what the keys tell apart numbers", b.typeName(t.Key()))
		}
		words += program.Elements(lf.Shape)
	}
	if words > maxKeyWords {
		b.fail("a map with keys of %d numbers is not available in batched code, where each lookup compares them all; "+
			"use keys of at most %d", words, maxKeyWords)
	}
}

// mapRoom is for how many entries a map has room: as many as it is given, if that is known, and
// no more than there are keys.
func (b *hashing) mapRoom(in *ssa.MakeMap, t *types.Map) int64 {
	if n, bounded := b.entriesOf(in); bounded {
		return max(n, 1)
	}
	n := roomForKeys(t, int64(b.opts.MakeCap))
	if n == 0 {
		b.failAll("how many entries this map gets is not known when compiling, and a lane's memory has a fixed size; " +
			"say how many are enough (-make-cap N, lockstep.MakeCap)")
	}
	return n
}

// roomForKeys is for how many entries a map of a type has room: as many as there are keys, and no more than most if
// that is given; 0 if neither is known.
func roomForKeys(t *types.Map, most int64) int64 {
	keys := int64(0)
	if basic, ok := t.Key().Underlying().(*types.Basic); ok {
		switch basic.Kind() {
		case types.Bool:
			keys = 2
		case types.Int8, types.Uint8:
			keys = 256
		case types.String:
			keys = max(most, known.MaxTexts) // they may be any
		}
	}
	if keys == 0 || most > 0 && most < keys {
		return max(most, 0)
	}
	return keys
}

// entriesOf is how many entries a map has at most that only this function sees, and that
// is added to in no loop which does not make it anew.
func (b *hashing) entriesOf(in *ssa.MakeMap) (n int64, bounded bool) {
	for _, r := range *in.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.BinOp:
		case *ssa.MapUpdate:
			again := r.Block() != in.Block() && b.loops[r.Block().Index] && !ssaflow.Passes(r.Block(), in.Block())
			if r.Map != ssa.Value(in) || again {
				return 0, false
			}
			n++
		case *ssa.Call:
			if _, builtin := r.Call.Value.(*ssa.Builtin); !builtin {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return n, true
}

// laneMap is a map of a lane that the current instruction uses.
func (b *hashing) laneMap(v ssa.Value) *laneMap {
	a := b.atom(v)
	if a.Kind != known.Pointer {
		b.refuseKind(a, v.Type())
	}
	if isSharedMap(a, v.Type()) {
		b.failAll("%s changes here, which is uniform: one value for all lanes, and read-only", a.Region.Describe())
	}
	return b.mapAt(a, v.Type().Underlying().(*types.Map))
}

func (b *hashing) mapAt(a known.Atom, t *types.Map) *laneMap {
	m := &laneMap{at: a, typ: t, layout: b.layouts.Of(a.Elem), isNil: truth(false), lead: slices.Clone(a.Nums),
		keyLeaves: b.layouts.Of(t.Key()).Leaves}
	m.slots, m.room = int64(m.layout.Fields[mapIndex].Len), int64(m.layout.Fields[mapKeys].Len-1)
	if a.Region.MayBeNil() && len(a.Nums) > 0 {
		m.nilable = true
		m.isNil = b.op("lt", program.I64, a.Nums[0], known.Int64(0))
		m.lead[0] = b.op("max", program.I64, a.Nums[0], known.Int64(0))
		if !a.NilInArena() {
			m.at.Region = known.NewChoice(a.Region.Options, false)
		}
	}
	return m
}

// field is a field of the region of a map, or an element of it.
func (m *laneMap) field(f int, i ...program.Operand) place {
	from, to := m.layout.Field(f)
	elem := m.at.Elem.Underlying().(*types.Struct).Field(f).Type()
	if len(i) > 0 {
		elem = elem.Underlying().(*types.Array).Elem()
	}
	return place{reg: m.at.Region, from: m.at.From + from, to: m.at.From + to, index: slices.Concat(m.lead, i),
		elem: elem}
}

// number reads a number of the region of a map, as an i64.
func (b *hashing) number(p place) program.Operand {
	a := b.read(p)[0]
	if a.Leaf.Dtype == program.I64 {
		return a.Nums[0]
	}
	return b.op("convert_i64", a.Leaf.Dtype, a.Nums[0])
}

// mapLength is how many entries a map has.
func (b *hashing) mapLength(m *laneMap) program.Operand {
	n := b.number(m.field(mapLen))
	if !m.nilable {
		return n
	}
	return b.op("select", program.I64, m.isNil, known.Int64(0), n)
}

func (b *hashing) setLength(m *laneMap, n program.Operand) {
	b.write(m.field(mapLen), known.ScalarOf(program.I64, n))
}

// setIndex stores at a slot of the index.
func (b *hashing) setIndex(m *laneMap, slot, n program.Operand) {
	b.write(m.field(mapIndex, slot), known.Value{known.NumberAtom(known.Leaf{Dtype: program.U32},
		b.op("convert_u32", program.I64, n))})
}

// following is the slot behind another one.
func (b *hashing) following(m *laneMap, slot program.Operand) program.Operand {
	return b.op("and", program.I64, b.sum(slot, known.Int64(1)), known.Int64(m.slots-1))
}

// entryAt is the entry that a slot of the index tells, or 0.
func (b *hashing) entryAt(m *laneMap, slot program.Operand) program.Operand {
	return b.number(m.field(mapIndex, slot))
}

// find looks for the entry of a key: entry is 0 if there is none, and slot is where in the
// index it is, or belongs.
func (b *hashing) find(m *laneMap, key known.Value) (entry, slot program.Operand) {
	b.requireKeyTold(m.keyLeaves, key)
	at := b.variable("slot", b.home(m, key))
	entry = b.variable("entry", b.entryAt(m, at))
	b.while(func() program.Operand {
		there := b.read(m.field(mapKeys, entry))
		other := b.op("not", program.Bool, b.same(m.keyLeaves, there, key))
		return b.op("and", program.Bool, b.isSome(entry), other)
	}, func() {
		b.reassign(at, b.following(m, at))
		b.reassign(entry, b.entryAt(m, at))
	})
	return entry, at
}

// isSome tells in which lanes an entry is one that a key has.
func (b *hashing) isSome(entry program.Operand) program.Operand {
	return b.op("ne", program.I64, entry, known.Int64(0))
}

// isEntry tells in which lanes an entry that was looked for is there.
func (b *hashing) isEntry(m *laneMap, entry program.Operand) program.Operand {
	found := b.isSome(entry)
	if m.nilable {
		found = b.op("and", program.Bool, found, b.op("not", program.Bool, m.isNil))
	}
	return found
}

// get reads a map at a key.
func (b *hashing) get(m *laneMap, key known.Value) (v known.Value, found program.Operand) {
	entry, _ := b.find(m, key)
	found = b.isEntry(m, entry)
	v = b.read(m.field(mapValues, entry))
	switch {
	case slices.ContainsFunc(b.layouts.Of(m.typ.Elem()).Leaves, func(lf known.Leaf) bool { return lf.Ref != nil }):
		v = b.selected(found, v, b.zero(m.typ.Elem()))
	case m.nilable: // which, other than what was found, does not wait for the entry
		v = b.selected(m.isNil, b.zero(m.typ.Elem()), v)
	}
	return v, found
}

// updateMap translates m[key] = value.
func (b *hashing) updateMap(in *ssa.MapUpdate) {
	switch b.atom(in.Map).Kind {
	case known.Nothing:
		b.never(faultPanic, nilMap)
	case known.Mapping:
		if made, ok := in.Map.(*ssa.MakeMap); ok && b.literals[made] != nil {
			return // it has the entry
		}
	}
	m := b.laneMap(in.Map)
	key, v := b.settleAll(b.value(in.Key)), b.settleAll(b.value(in.Value))
	b.require(b.op("not", program.Bool, m.isNil), faultPanic, nilMap)
	entry, slot := b.find(m, key)
	b.when(b.op("eq", program.I64, entry, known.Int64(0)), func() {
		more := b.op("checkcap", program.I64, b.sum(b.mapLength(m), known.Int64(1)), known.Int64(m.room))
		b.reassign(entry, more)
		b.setIndex(m, slot, more)
		b.setLength(m, more)
		b.write(m.field(mapKeys, more), key)
	})
	if slices.ContainsFunc(m.keyLeaves, func(lf known.Leaf) bool { return lf.Dtype.IsFloat() }) {
		b.write(m.field(mapKeys, entry), key) // 0 and -0 are equal, and the last one stays
	}
	b.copyRows(in.Value, in.Map, v)
	b.write(m.field(mapValues, entry), v)
}

const nilMap = "assignment to entry in nil map"

// deleteKey translates the built-in delete.
func (b *hashing) deleteKey(in *ssa.Call) {
	if b.atom(in.Call.Args[0]).Kind == known.Nothing {
		return
	}
	m := b.laneMap(in.Call.Args[0])
	entry, slot := b.find(m, b.settleAll(b.value(in.Call.Args[1])))
	b.when(b.isEntry(m, entry), func() {
		b.unlink(m, slot)
		last := b.variable("last", b.mapLength(m))
		b.setLength(m, b.difference(last, known.Int64(1)))
		b.when(b.op("ne", program.I64, entry, last), func() { b.moveEntry(m, last, entry) })
	})
}

// unlink takes a slot out of the index: what was put behind it for want of room moves up.
func (b *hashing) unlink(m *laneMap, slot program.Operand) {
	hole := b.variable("hole", slot)
	at := b.variable("slot", b.following(m, slot))
	entry := b.variable("entry", b.entryAt(m, at))
	distance := func(from program.Operand) program.Operand {
		return b.op("and", program.I64, b.op("sub", program.I64, at, from), known.Int64(m.slots-1))
	}
	b.while(func() program.Operand { return b.isSome(entry) }, func() {
		home := b.home(m, b.read(m.field(mapKeys, entry)))
		b.when(b.op("ge", program.I64, distance(home), distance(hole)), func() {
			b.setIndex(m, hole, entry)
			b.reassign(hole, at)
		})
		b.reassign(at, b.following(m, at))
		b.reassign(entry, b.entryAt(m, at))
	})
	b.setIndex(m, hole, known.Int64(0))
}

// moveEntry gives an entry the place of another one.
func (b *hashing) moveEntry(m *laneMap, from, to program.Operand) {
	key := b.read(m.field(mapKeys, from))
	b.write(m.field(mapKeys, to), key)
	b.write(m.field(mapValues, to), b.read(m.field(mapValues, from)))
	at := b.variable("slot", b.home(m, key))
	b.while(func() program.Operand { return b.op("ne", program.I64, b.entryAt(m, at), from) }, func() {
		b.reassign(at, b.following(m, at))
	})
	b.setIndex(m, at, to)
}

// clearMap translates the built-in clear of a map.
func (b *hashing) clearMap(in *ssa.Call) {
	if b.atom(in.Call.Args[0]).Kind == known.Nothing {
		return
	}
	m := b.laneMap(in.Call.Args[0])
	b.when(b.op("not", program.Bool, m.isNil), func() {
		b.setLength(m, known.Int64(0))
		index := m.field(mapIndex)
		b.write(index, b.zero(index.elem))
	})
}
