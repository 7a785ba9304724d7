package golang

import (
	"encoding/binary"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings that all lanes share are compared eight bytes at a time: their pool has the bytes from each on as a number,
// and behind the last one there are zeros. What is behind the end of a string is masked.

// headOf reads the eight bytes of a string from one on.
func (b *heap) headOf(a known.Atom, i program.Operand) program.Operand {
	at := b.sum(a.Nums[len(a.Nums)-3], i)
	return b.element(program.Ref(a.Region.Heads), known.Leaf{Dtype: program.U64}, []program.Operand{at})
}

// isSharedText compares a string that all lanes share with one that is known.
func (b *heap) isSharedText(x known.Atom, text string) program.Operand {
	sameLength := b.op("eq", program.I64, lengthOfBytes(x), known.Int64(int64(len(text))))
	is := func(from int) program.Operand {
		var want, mask [8]byte
		for i := range copy(want[:], text[from:]) {
			mask[i] = 0xff
		}
		head := b.headOf(x, known.Int64(int64(from)))
		if len(text)-from < 8 {
			head = b.op("and", program.U64, head, program.Lit(program.U64, binary.LittleEndian.Uint64(mask[:])))
		}
		return b.op("eq", program.U64, head, program.Lit(program.U64, binary.LittleEndian.Uint64(want[:])))
	}
	if text == "" {
		return sameLength
	}
	first := b.both(sameLength, is(0))
	if len(text) <= 8 {
		return first
	}
	same := b.variableOf(program.Bool, "same", truth(false))
	b.when(first, func() {
		all := truth(true)
		for from := 8; from < len(text); from += 8 {
			all = b.both(all, is(from))
		}
		b.reassign(same, all)
	})
	return same
}

// sameShared compares two strings that all lanes share.
func (b *heap) sameShared(x, y known.Atom) program.Operand {
	n, eight := lengthOfBytes(x), known.Int64(8)
	same := b.variableOf(program.Bool, "same", b.op("eq", program.I64, n, lengthOfBytes(y)))
	i := b.variable("i", known.Int64(0))
	b.while(func() program.Operand {
		return b.op("and", program.Bool, same, b.op("lt", program.I64, i, n))
	}, func() {
		differ := b.op("xor", program.U64, b.headOf(x, i), b.headOf(y, i))
		// Of eight bytes or more that are left all count, and else the lowest.
		left := b.op("min", program.I64, b.difference(n, i), eight)
		bits := b.op("mul", program.I64, b.difference(eight, left), eight)
		differ = b.op("shl", program.U64, differ, b.op("convert_u64", program.I64, bits))
		b.reassign(same, b.op("eq", program.U64, differ, program.Lit(program.U64, 0)))
		b.reassign(i, b.sum(i, eight))
	})
	return same
}

// maxWords is how many words a string has at most that is compared as words.
const maxWords = 4

// roomInWords is for how many bytes a string of a lane has room that is read as words; 0 if that may be many, or its
// bytes are not those from the first on of memory of its own.
func roomInWords(a known.Atom) int {
	r := a.Region
	if r.Kind != known.LaneRegion || r.Arena || len(a.Nums) != 3 || a.Nums[0] != known.Int64(0) || a.To-a.From != 1 {
		return 0
	}
	if shape := r.Layout.Leaves[a.From].Shape; len(shape) == 1 && shape[0] <= 8*maxWords {
		return shape[0]
	}
	return 0
}

// wordsOf gives a string of a lane with room for some bytes as its words, of eight bytes each and with zeros behind its
// end.
func (b *heap) wordsOf(a known.Atom, room int) (words []program.Operand) {
	for from := 0; from < room; from += 8 {
		word := program.Lit(program.U64, 0)
		for i := from; i < min(from+8, room); i++ {
			letter := b.op("convert_u64", program.U32, b.byteOf(a, known.Int64(int64(i))))
			if i > from {
				letter = b.op("shl", program.U64, letter, program.Lit(program.U64, uint64(8*(i-from))))
				letter = b.op("or", program.U64, word, letter)
			}
			word = letter
		}
		words = append(words, b.op("and", program.U64, word, b.wordMask(a, from)))
	}
	return words
}

// wordMask has all bits of the bytes of a string that are in its word from a byte on.
func (b *heap) wordMask(a known.Atom, from int) program.Operand {
	left := b.difference(lengthOfBytes(a), known.Int64(int64(from)))
	left = b.op("max", program.I64, b.op("min", program.I64, left, known.Int64(8)), known.Int64(0))
	bits := b.op("mul", program.I64, b.difference(known.Int64(8), left), known.Int64(8))
	return b.op("shr", program.U64, program.Lit(program.U64, ^uint64(0)), b.op("convert_u64", program.I64, bits))
}

// isShared compares a string that all lanes share with one of a lane that has words. Where the latter has come to its
// end, nothing is left of either.
func (b *heap) isShared(x, y known.Atom) program.Operand {
	same := b.op("eq", program.I64, lengthOfBytes(x), lengthOfBytes(y))
	for k, word := range b.wordsOf(y, roomInWords(y)) {
		from := known.Int64(int64(8 * k))
		if k > 0 {
			from = b.op("min", program.I64, from, lengthOfBytes(x))
		}
		head := b.op("and", program.U64, b.headOf(x, from), b.wordMask(y, 8*k))
		same = b.both(same, b.op("eq", program.U64, head, word))
	}
	return same
}
