package golang

import (
	"go/types"
	"hash/fnv"
	"math/bits"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/keyhash"
	"github.com/lockstep-simt/lockstep/program"
)

// Maps whose keys are any strings. Strings that are equal have one hash, whether they are known when compiling or a
// lane has them.

// hashOfText is hashOf for a string of a lane.
func (b *heap) hashOfText(a known.Atom) program.Operand {
	if a.Kind != known.Slice {
		return b.selectText(a, hashOf)
	}
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3 // of FNV-1a with 64 bits
	h, i := b.variableOf(program.U64, "hash", program.Lit(program.U64, offset)), b.variable("i", known.Int64(0))
	b.while(func() program.Operand { return b.op("lt", program.I64, i, lengthOfBytes(a)) }, func() {
		with := b.op("xor", program.U64, h, b.op("convert_u64", program.U32, b.byteOf(a, i)))
		b.reassign(h, b.op("mul", program.U64, with, program.Lit(program.U64, prime)))
		b.reassign(i, b.op("add", program.I64, i, known.Int64(1)))
	})
	return b.op("convert_i64", program.U64, h)
}

// hashOf tells strings apart as well as a number can: it is FNV-1a.
func hashOf(s string) int64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return int64(h.Sum64())
}

// packedBytes is up to how many bytes a string may have to be told from all others by a number.
const packedBytes = 7

// packedText is packed for a string of a lane.
func (b *heap) packedText(a known.Atom) program.Operand {
	n := lengthOfBytes(a)
	w, i := b.variableOf(program.U64, "packed", program.Lit(program.U64, 1)), b.variable("i", known.Int64(0))
	b.while(func() program.Operand {
		return b.op("lt", program.I64, i, b.op("min", program.I64, n, known.Int64(packedBytes)))
	}, func() {
		before := b.op("shl", program.U64, w, program.Lit(program.U64, 8))
		b.reassign(w, b.op("or", program.U64, before, b.op("convert_u64", program.U32, b.byteOf(a, i))))
		b.reassign(i, b.op("add", program.I64, i, known.Int64(1)))
	})
	longer := b.op("lt", program.I64, known.Int64(packedBytes), n)
	w = b.op("select", program.U64, longer, program.Lit(program.U64, 0), w)
	return b.op("convert_i64", program.U64, w)
}

// packed are the bytes of a string behind a one, which says how many there are. A string of more than [packedBytes] is
// 0, which no other is.
func packed(s string) int64 {
	if len(s) > packedBytes {
		return 0
	}
	w := int64(1)
	for _, c := range []byte(s) {
		w = w<<8 | int64(c)
	}
	return w
}

// fewTexts is up to how many keys a text is compared with each of them.
const fewTexts = 6

// textIndex tells where a string is among the keys of a package-level map: a hash table, in which each key is in the
// first slot that it is looked for in, or which has linear probing, as that of a lane's map.
type textIndex struct {
	multiplier    uint64         // spreads the numbers of keys over the slots
	probed        bool           // two keys share a slot
	slots         *variableTable // the index of a key, or 0; if they are probed it is one more
	numbers       *variableTable // of the keys: their hashes, or
	packed        bool           // what they are packed as
	begins, bytes *variableTable // of the keys that are not packed, and where the last one ends
}

// textIndexOf makes the index of a map whose keys are strings, and reports whether it can: not if two of these have one
// hash.
func (t *translator) textIndexOf(from *variableTable, keys evaluate.Elements) (*textIndex, bool) {
	x := &textIndex{packed: true}
	numbers := make([]evaluate.Datum, len(keys))
	for i, d := range keys {
		text, _ := d.Ref.(string)
		numbers[i].Bits = uint64(packed(text))
		x.packed = x.packed && numbers[i].Bits != 0
	}
	var begins, letters []evaluate.Datum
	seen := map[uint64]bool{}
	for i, d := range keys {
		if x.packed {
			break
		}
		text, _ := d.Ref.(string)
		numbers[i].Bits = uint64(hashOf(text))
		if seen[numbers[i].Bits] {
			return nil, false
		}
		seen[numbers[i].Bits] = true
		begins = append(begins, evaluate.Datum{Bits: uint64(len(letters))})
		for _, c := range []byte(text) {
			letters = append(letters, evaluate.Datum{Bits: uint64(c)})
		}
	}
	table := func(path string, data []evaluate.Datum) *variableTable {
		return t.numbers(from, from.path+path, []int{len(data)}, data)
	}
	x.numbers, x.slots = table(".numbers", numbers), table(".slots", x.spread(numbers))
	if !x.packed {
		x.begins = table(".begins", append(begins, evaluate.Datum{Bits: uint64(len(letters))}))
		letters = append(letters, evaluate.Datum{})
		x.bytes = t.table(from.v, from.path+".bytes", types.Typ[types.Uint8], []int{len(letters)}, letters)
	}
	return x, true
}

// spread gives keys their slots. It tries multipliers by which no two keys share one, with more slots if that takes
// many, as a search in which nothing is looked at twice has no loop.
func (x *textIndex) spread(numbers []evaluate.Datum) []evaluate.Datum {
	const tries, rooms = 2000, 3
	fewest := bits.Len64(uint64(2*len(numbers) - 1))
	x.multiplier = keyhash.Multiplier
	taken := make([]int, 1<<(fewest+rooms-1)) // the last try in which a key had the slot
	for try := 1; try <= tries*rooms; try++ {
		room := fewest + (try-1)/tries
		if x.areApart(numbers, room, taken, try) {
			slots := x.slotsOf(numbers, room)
			for i := range slots { // a slot without a key tells of the first one
				slots[i].Bits = max(slots[i].Bits, 1) - 1
			}
			return slots
		}
		x.multiplier = x.multiplier*keyhash.Multiplier + 2 // odd, as those before
	}
	x.multiplier, x.probed = keyhash.Multiplier, true
	return x.slotsOf(numbers, fewest)
}

// areApart reports whether no two keys share a slot of 1<<room.
func (x *textIndex) areApart(numbers []evaluate.Datum, room int, taken []int, try int) bool {
	for _, n := range numbers {
		at := n.Bits * x.multiplier >> (64 - room)
		if taken[at] == try {
			return false
		}
		taken[at] = try
	}
	return true
}

// slotsOf puts keys into a table of 1<<room slots, counting from 1.
func (x *textIndex) slotsOf(numbers []evaluate.Datum, room int) []evaluate.Datum {
	slots := make([]evaluate.Datum, 1<<room)
	for i, n := range numbers {
		at := n.Bits * x.multiplier >> (64 - room)
		for slots[at].Bits != 0 {
			at = (at + 1) % uint64(len(slots))
		}
		slots[at].Bits = uint64(i + 1)
	}
	return slots
}

// searchTexts finds which key of a package-level map a string is; the number is not that of a key if it is none. A slot
// tells which key it may be, and that one is compared with.
func (b *heap) searchTexts(m *mapTable, key known.Atom) (at, found program.Operand) {
	x := m.texts
	slots := int64(len(x.slots.cells))
	number := b.hashOfText
	if x.packed {
		number = b.packedText
	}
	h := number(key)
	product := b.op("mul", program.U64, b.op("convert_u64", program.I64, h), program.Lit(program.U64, x.multiplier))
	slot := b.topBits(product, slots)
	entry := b.readNumber(x.slots, slot)
	if x.probed {
		entry = b.probe(x, h, slot, entry)
	}
	if x.packed {
		found = b.op("eq", program.I64, b.readNumber(x.numbers, entry), h)
	} else {
		begin := b.readNumber(x.begins, entry)
		length := b.difference(b.readNumber(x.begins, b.sum(entry, known.Int64(1))), begin)
		there := known.Atom{Kind: known.Slice, Region: &known.Region{Kind: known.TableRegion, Table: x.bytes}, To: 1,
			Elem: types.Typ[types.Uint8], Nums: []program.Operand{begin, length, length}}
		found = b.sameBytes(key, there)
	}
	return b.op("select", program.I64, found, entry, known.Int64(int64(m.n))), found
}

// probe goes from the first slot of a string, and what is there, to the one whose key has its number. It gives the
// index of that key, or if there is none that of any.
func (b *heap) probe(x *textIndex, h, slot, there program.Operand) (entry program.Operand) {
	slots := int64(len(x.slots.cells))
	entryOf := func(there program.Operand) program.Operand {
		return b.op("max", program.I64, b.difference(there, known.Int64(1)), known.Int64(0))
	}
	slot, there = b.variable("slot", slot), b.variable("there", there)
	b.while(func() program.Operand {
		other := b.op("ne", program.I64, b.readNumber(x.numbers, entryOf(there)), h)
		return b.both(b.op("gt", program.I64, there, known.Int64(0)), other)
	}, func() {
		b.reassign(slot, b.op("and", program.I64, b.sum(slot, known.Int64(1)), known.Int64(slots-1)))
		b.reassign(there, b.readNumber(x.slots, slot))
	})
	return entryOf(there)
}

// readNumber reads a table of numbers.
func (b *heap) readNumber(t *variableTable, i program.Operand) program.Operand {
	return b.readTableLeaf(t, 0, []program.Operand{i})[0].Nums[0]
}
