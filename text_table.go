package lockstep

import "math/bits"

// textTable finds the numbers of a few texts. A map takes twice as long, and longer than most functions that choose by
// a text: it hashes all of it, where a length and three letters tell words from each other.
type textTable struct {
	texts []string
	slots []int32 // one more than the number of a text, with others of that hash behind it; 0 is empty
	mask  uint
}

// newTextTable returns the table of some texts, all different.
func newTextTable(texts []string) *textTable {
	size := uint(4) << bits.Len(uint(len(texts))) // a quarter or an eighth of the slots is taken
	t := &textTable{texts: texts, slots: make([]int32, size), mask: size - 1}
	for i, text := range texts {
		at := t.hash(text)
		for t.slots[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = int32(i + 1)
	}
	return t
}

// number is the number of a text, -1 if it is none of the table's.
func (t *textTable) number(text string) int {
	for at := t.hash(text); ; at = (at + 1) & t.mask {
		i := int(t.slots[at]) - 1
		if i < 0 || t.texts[i] == text {
			return i
		}
	}
}

func (t *textTable) hash(text string) uint {
	n := uint(len(text))
	if n == 0 {
		return 0
	}
	h := n*0x9e3779b1 ^ uint(text[0])*0x85ebca6b ^ uint(text[n/2])*0xc2b2ae35 ^ uint(text[n-1])*0x27d4eb2f
	return (h ^ h>>15) & t.mask
}
