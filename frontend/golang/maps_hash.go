package golang

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/keyhash"
	"github.com/lockstep-simt/lockstep/program"
)

// Where in the index of a lane's map a key is looked for at first. It depends on nothing but
// the key, as other functions may know of other strings that a key may be.

// home is the slot that a key is looked for at first.
func (b *hashing) home(m *laneMap, key known.Value) program.Operand {
	return b.topBits(b.hash(m.keyLeaves, key, b.hashOfText), m.slots)
}

// hash is a number of a key whose highest bits tell keys apart, given one of its strings. Package shared computes it
// too.
func (b *hashing) hash(leaves []known.Leaf, key known.Value, ofText func(known.Atom) program.Operand) program.Operand {
	h := program.Lit(program.U64, 0)
	add := func(d program.Dtype, o program.Operand) {
		h = b.op("xor", program.U64, h, b.word(d, o))
		h = b.op("mul", program.U64, h, program.Lit(program.U64, keyhash.Multiplier))
	}
	for i, lf := range leaves {
		if lf.Ref != nil {
			for _, index := range allIndices(lf.Shape) {
				text := key[i]
				if len(index) > 0 {
					text = b.elementOf(text, known.Leaf{}, index, "")
				}
				add(program.I64, ofText(text))
			}
			continue
		}
		o := key[i].Nums[0]
		if len(lf.Shape) == 0 {
			add(lf.Dtype, o)
			continue
		}
		o = b.shaped(o, lf)
		for _, index := range allIndices(lf.Shape) {
			add(lf.Dtype, b.element(o, known.Leaf{Path: lf.Path, Dtype: lf.Dtype, GoType: lf.GoType}, index))
		}
	}
	return h
}

// topBits is the slot, of so many, that the highest bits of a product tell.
func (b *coder) topBits(h program.Operand, slots int64) program.Operand {
	shift := program.Lit(program.U64, uint64(65-bits.Len64(uint64(slots))))
	return b.op("convert_i64", program.U64, b.op("shr", program.U64, h, shift))
}

// allIndices are the indices of all elements of an array.
func allIndices(shape []int) [][]program.Operand {
	all := [][]program.Operand{nil}
	for _, n := range shape {
		var longer [][]program.Operand
		for _, index := range all {
			for i := range n {
				longer = append(longer, append(slices.Clone(index), known.Int64(int64(i))))
			}
		}
		all = longer
	}
	return all
}

// word is a number as 64 bits that are equal for equal numbers: 0 and -0 are.
func (b *hashing) word(d program.Dtype, o program.Operand) program.Operand {
	switch d {
	case program.U64:
		return o
	case program.Bool:
		return b.op("select", program.U64, o, program.Lit(program.U64, 1), program.Lit(program.U64, 0))
	case program.F64:
		return b.op("bitcast_u64", d, b.op("add", d, o, program.Lit(d, 0)))
	case program.F32:
		o, d = b.op("bitcast_u32", d, b.op("add", d, o, program.Lit(d, 0))), program.U32
	}
	return b.op("convert_u64", d, o)
}
