package known

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// A string is known, or one of several that are known (oneof.go), whose numbers are in the
// order of the strings, or any text, whose bytes are in memory: then it is a slice, which nothing
// writes to. Or it is not known at all: then it can be part of a message, and nothing else.

// MaxTexts bounds of how many strings one may be. They have nothing in them, so that there
// may be more than of other options.
const MaxTexts = 64

// IsText reports whether an atom is a string.
func (a Atom) IsText() bool {
	return a.Kind == Text || a.Kind == OneOf && a.Parts[0].Kind == Text
}

// Texts returns the strings that an atom may be, in order; none if they are not known.
func (a Atom) Texts() (texts []string) {
	if !a.IsText() {
		return nil
	}
	for _, o := range a.Options() {
		texts = append(texts, o.Text)
	}
	return texts
}

// OneOfTexts is the string of some that which tells, which must be sorted and different.
func OneOfTexts(texts []string, which program.Operand) Atom {
	if len(texts) == 1 {
		return TextOf(texts[0], true)
	}
	var options Value
	for _, s := range texts {
		options = append(options, TextOf(s, true))
	}
	return OneOfThese(options, which)
}

// textMemory is the memory of the bytes of strings that are known, for those that are taken for slices: one of up to a
// length, so that what is made of them has a size. Where in it a string is comes out when the program is written; all
// are in one uniform.
func textMemory(longest int64) *Region {
	n := int64(shortText)
	for n < longest {
		n *= 2
	}
	elem := Leaf{Dtype: program.U32, GoType: program.GoUint8}
	whole := elem
	whole.Shape = []int{int(n)}
	return &Region{Name: "texts" + strconv.FormatInt(n, 10), Kind: TableRegion,
		Type: types.NewArray(types.Typ[types.Uint8], n), What: "a constant", Layout: &Layout{
			Leaves: []Leaf{whole}, Elem: &Layout{Leaves: []Leaf{elem}}, Len: int(n)}}
}

// shortText is the length up to which strings are of one memory.
const shortText = 16

// HoldsTexts reports whether a region is memory of the strings that are known.
func (r *Region) HoldsTexts() bool { return r.Kind == TableRegion && r.Table == nil && r.Family == nil }

// bytesOfText is a string of at most some bytes as these.
func bytesOfText(longest int64, begin, length program.Operand) Atom {
	return Atom{Kind: Slice, Region: textMemory(longest), To: 1, Elem: types.Typ[types.Uint8],
		Nums: []program.Operand{begin, length, length}}
}

// AsBytes is a string that is known, or one of several, as its bytes, given where they begin and how many there are.
func (a Atom) AsBytes(begin, length program.Operand) Atom {
	most := a.LongestText()
	if IsVarying(length) {
		length = AtMost(most)
	}
	return bytesOfText(most, begin, length)
}

// sameTextMemory gives two slices of strings that are known the larger memory of the two.
func sameTextMemory(a, b Atom) (Atom, Atom) {
	if a.Kind != Slice || b.Kind != Slice || !a.Region.HoldsTexts() || !b.Region.HoldsTexts() {
		return a, b
	}
	if a.Region.Layout.Len > b.Region.Layout.Len {
		b.Region = a.Region
	} else {
		a.Region = b.Region
	}
	return a, b
}

// LongestText is how long a string is at most that is known, or one of several.
func (a Atom) LongestText() (most int64) {
	for _, s := range a.Texts() {
		most = max(most, int64(len(s)))
	}
	return most
}

// IsEmptyText reports whether an atom is the string of no bytes.
func (a Atom) IsEmptyText() bool { return a.Kind == Text && a.Known && a.Text == "" }

// EmptyText is the string of no bytes as one of the same memory as s: nothing reads of it, so that it need not be of
// memory of its own, of which all that reads of either would have to ask.
func EmptyText(s Atom) Atom {
	a := NilSlice(s)
	a.Nums[len(a.Nums)-3] = Int64(0)
	return a
}

// bytesIfKnown is a string that is known as bytes, where another way brings bytes of a lane.
func (a Atom) bytesIfKnown() Atom {
	if a.Kind == Text && a.Known {
		return a.AsBytes(Varying(), Int64(int64(len(a.Text))))
	}
	if len(a.Texts()) > 0 {
		return a.AsBytes(Varying(), Varying())
	}
	return a
}

// joinTexts joins two strings.
func joinTexts(a, b Atom) Atom {
	if slices.Equal(a.Texts(), b.Texts()) && a.Kind == Text && a.Known {
		return a
	}
	if joined, ok := joinOptions(a, b, MaxTexts); ok && joined.Kind == OneOf {
		return joined
	}
	if a, b = a.bytesIfKnown(), b.bytesIfKnown(); a.Kind == Slice && b.Kind == Slice {
		return joinAtoms(a, b)
	}
	return unknownText(a, b)
}

// unknownText is a string that may be one of two of which one is not known. It says why not.
func unknownText(a, b Atom) Atom {
	text := TextOf("", false)
	for _, of := range []Atom{b, a} {
		if of.Kind == Text && of.Why != "" {
			text.Why = of.Why
		}
	}
	return text
}
