package golang

import (
	"go/types"
	"hash/fnv"
	"math/bits"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
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

// fewTexts is up to how many keys a text is compared with each of them.
const fewTexts = 6

// textIndex tells where a string is among the keys of a package-level map: a hash table with linear probing, as that of
// a lane's map.
type textIndex struct {
	slots  *variableTable // one more than the number of a key, or 0
	hashes *variableTable
	begins *variableTable // of the keys in bytes, and where the last one ends
	bytes  *known.Region
}

// textIndexOf makes the index of a map whose keys are strings, and reports whether it can: not if two of these have one
// hash.
func (t *translator) textIndexOf(from *variableTable, keys evaluate.Elements) (*textIndex, bool) {
	slots := int64(1) << bits.Len64(uint64(2*len(keys)-1))
	index := make([]evaluate.Datum, slots)
	var hashes, begins, letters []evaluate.Datum
	number := func(x int64) evaluate.Datum { return evaluate.Datum{Bits: uint64(x)} }
	for i, d := range keys {
		text, _ := d.Ref.(string)
		h := number(hashOf(text))
		at := h.Bits * multiplier >> (65 - bits.Len64(uint64(slots)))
		for ; index[at].Bits != 0; at = (at + 1) & uint64(slots-1) {
			if hashes[index[at].Bits-1].Bits == h.Bits {
				return nil, false
			}
		}
		index[at] = number(int64(i + 1))
		hashes, begins = append(hashes, h), append(begins, number(int64(len(letters))))
		for _, c := range []byte(text) {
			letters = append(letters, evaluate.Datum{Bits: uint64(c)})
		}
	}
	begins, letters = append(begins, number(int64(len(letters)))), append(letters, evaluate.Datum{})
	table := func(path string, data []evaluate.Datum) *variableTable {
		return t.numbers(from, from.path+path, []int{len(data)}, data)
	}
	bytes := t.table(from.v, from.path+".bytes", types.Typ[types.Uint8], []int{len(letters)}, letters)
	return &textIndex{slots: table(".slots", index), hashes: table(".hashes", hashes), begins: table(".begins", begins),
		bytes: &known.Region{Kind: known.TableRegion, Table: bytes}}, true
}

// searchTexts finds which key of a package-level map a string is; the number is not that of a key if it is none.
func (b *heap) searchTexts(m *mapTable, key known.Atom) (at, found program.Operand) {
	x := m.texts
	read := func(t *variableTable, i program.Operand) program.Operand {
		return b.readTableLeaf(t, 0, []program.Operand{i})[0].Nums[0]
	}
	slots := int64(len(x.slots.cells))
	h := b.hashOfText(key)
	product := b.op("mul", program.U64, b.op("convert_u64", program.I64, h), program.Lit(program.U64, multiplier))
	slot := b.variable("slot", b.topBits(product, slots))
	entry := b.variable("entry", b.difference(read(x.slots, slot), known.Int64(1)))
	b.while(func() program.Operand {
		other := b.op("ne", program.I64, read(x.hashes, b.op("max", program.I64, entry, known.Int64(0))), h)
		return b.both(b.op("ge", program.I64, entry, known.Int64(0)), other)
	}, func() {
		b.reassign(slot, b.op("and", program.I64, b.sum(slot, known.Int64(1)), known.Int64(slots-1)))
		b.reassign(entry, b.difference(read(x.slots, slot), known.Int64(1)))
	})
	is := b.op("ge", program.I64, entry, known.Int64(0))
	entry = b.op("max", program.I64, entry, known.Int64(0))
	begin := read(x.begins, entry)
	length := b.difference(read(x.begins, b.sum(entry, known.Int64(1))), begin)
	there := known.Atom{Kind: known.Slice, Region: x.bytes, To: 1, Elem: types.Typ[types.Uint8],
		Nums: []program.Operand{begin, length, length}}
	found = b.both(is, b.sameBytes(key, there))
	return b.op("select", program.I64, found, entry, known.Int64(int64(m.n))), found
}
