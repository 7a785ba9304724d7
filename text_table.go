package lockstep

import "math/bits"

// textTable finds the numbers of a few texts. A map takes several times as long, and longer than most functions that
// choose by a text. Here a text is two words of it and its length: all there is to it, up to 16 bytes.
type textTable struct {
	slots []textSlot // by hash, those of one hash behind each other; at least three of four are empty
	shift uint8
}

// textSlot is a text with its number, or empty if that is -1.
type textSlot struct {
	first, last uint64
	text        string
	number      int
}

// newTextTable returns the table of some texts, all different.
func newTextTable(texts []string) *textTable {
	size := 2 + bits.Len(uint(len(texts)))
	t := &textTable{slots: make([]textSlot, 1<<size), shift: uint8(64 - size)}
	for i := range t.slots {
		t.slots[i].number = -1
	}
	for i, text := range texts {
		first, last := wordsOf(text)
		at := t.hash(first, last, len(text))
		for t.slots[at].number >= 0 {
			at = t.next(at)
		}
		t.slots[at] = textSlot{first, last, text, i}
	}
	return t
}

// numbers gives texts their numbers, up to one that is none of the table's. It returns how many have one.
func (t *textTable) numbers(texts []string, to []int64) int {
	to = to[:len(texts)]
	for i, text := range texts {
		first, last := wordsOf(text)
		at := t.hash(first, last, len(text))
		s := &t.slots[at]
		for s.number >= 0 && (s.first != first || s.last != last || len(s.text) != len(text) ||
			len(text) > 16 && s.text != text) {
			at = t.next(at)
			s = &t.slots[at]
		}
		if s.number < 0 {
			return i
		}
		to[i] = int64(s.number)
	}
	return len(texts)
}

func (t *textTable) hash(first, last uint64, n int) uint64 {
	h := (first ^ uint64(n)) * 0x9e3779b97f4a7c15
	return (h ^ last*0xd6e8feb86659fd93) * 0xa0761d6478bd642f >> t.shift
}

// next is the slot behind another.
func (t *textTable) next(at uint64) uint64 { return (at + 1) & uint64(len(t.slots)-1) }

// wordsOf is how a text begins and how it ends: eight bytes each, or four if it has fewer than eight, which may be
// partly the same. Of one to three bytes, the first and the middle one are in first.
func wordsOf(s string) (first, last uint64) {
	switch n := len(s); {
	case n >= 8:
		return eight(s), eight(s[n-8:])
	case n >= 4:
		return uint64(four(s)), uint64(four(s[n-4:]))
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8, uint64(s[n-1])
	}
	return 0, 0
}

func eight(s string) uint64 { return uint64(four(s)) | uint64(four(s[4:]))<<32 }

func four(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
