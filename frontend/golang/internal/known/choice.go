package known

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// A choice stands for memory where a pointer or slice is of one region in some
// lanes and of another in others, as after
//
//	cur, next = next, cur
//
// It is a region in name only, with an axis in front that selects one of its
// options. A pointer that is nil in some lanes selects none, with -1.
//
// Options may need different numbers of indices, as a variable and an element of an
// array do. A choice has as many as the option that needs most, and the others skip
// those in front:
//
//	p := &usual
//	if k < len(tab) {
//		p = &tab[k]
//	}

// Option is a region of a choice, from a leaf on.
type Option struct {
	Region *Region
	From   int
	// Skip is how many of the indices behind the selector are not the option's.
	Skip int
}

// Indices are those of an option among the numbers of what refers to the choice.
func (o Option) Indices(nums []program.Operand) []program.Operand { return nums[1+o.Skip:] }

// MaxOptions bounds the options of a choice.
const MaxOptions = 16

// NewChoice makes a choice of options, and of nil if nilable.
func NewChoice(options []Option, nilable bool) *Region {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.Region.Name + "+" + strconv.Itoa(o.From)
		if o.Skip > 0 {
			names[i] += "-" + strconv.Itoa(o.Skip)
		}
	}
	prefix := "C:"
	if nilable {
		prefix = "C?:"
	}
	return &Region{Name: prefix + strings.Join(names, "|"), Kind: ChoiceRegion, Options: options, Nilable: nilable,
		What: describeOptions(options)}
}

// describeOptions names what a choice is of, for messages.
func describeOptions(options []Option) string {
	var names []string
	for _, o := range options {
		if d := o.Region.Describe(); !slices.Contains(names, d) {
			names = append(names, d)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	if len(names) > 3 {
		names = append(names[:3], "others")
	}
	return "one of several (" + strings.Join(names, ", ") + ")"
}

// choosable reports whether a pointer or slice may be an option.
func (a Atom) choosable() bool {
	if a.Kind != Pointer && a.Kind != Slice {
		return false
	}
	switch a.Region.Kind {
	case LaneRegion, ChoiceRegion:
		return true
	case TableRegion:
		return a.Region.Family == nil && !gotypes.IsError(a.Elem)
	case UniformRegion: // of single numbers; whether others in pools are nil is their index's to tell
		leaves := a.Region.Layout.Leaves
		return a.Kind == Slice && (a.Region.Text || a.Region.Brought) && len(leaves) == 1 && leaves[0].Ref == nil &&
			len(leaves[0].Shape) == 1
	}
	return false
}

// NilInArena reports whether a pointer is a place of an arena, which says by itself if it is nil.
func (a Atom) NilInArena() bool { return a.Kind == Pointer && a.Region.Arena }

// InArenas reports whether an atom refers to no other memory than objects of arenas, which has the same
// names everywhere.
func (a Atom) InArenas() bool {
	if a.Region != nil && slices.ContainsFunc(a.Region.All(), func(r *Region) bool { return !r.Arena }) {
		return false
	}
	outside := func(p Atom) bool { return !p.InArenas() }
	return a.Kind != Conflict && a.Kind != Broken && !slices.ContainsFunc(a.Parts, outside)
}

// Choice makes a pointer or slice to a region one to a choice of one. Whether one to an
// arena is nil is the selector's to tell then, see adapt.
func (a Atom) Choice() Atom {
	if a.Region.Kind == ChoiceRegion {
		return a
	}
	which := Int64(0)
	if a.NilInArena() {
		which = Varying()
	}
	a.Region = NewChoice([]Option{{Region: a.Region, From: a.From}}, a.NilInArena())
	a.From, a.To = 0, a.To-a.From
	a.Nums = append([]program.Operand{which}, a.Nums...)
	return a
}

// Chosen makes two pointers or slices to different memory pointers to one
// choice. The selector of b is then the one it has in that choice only in the
// analysis, where it varies; see adapt.
func Chosen(a, b Atom) (Atom, Atom) {
	if a.Kind != b.Kind || !a.choosable() || !b.choosable() || a.To-a.From != b.To-b.From ||
		a.Region.Name == b.Region.Name && a.From == b.From || a.Pending != b.Pending || betterInArena(a, b) {
		return a, b
	}
	x, y := a, b
	if x.Region.Kind != ChoiceRegion && y.Region.Kind != ChoiceRegion {
		x = x.Choice()
	} else if x.Region.Kind != ChoiceRegion {
		y, x = x.moved(y), y
		x, y = y, x
	}
	y = y.moved(x)
	x = x.moved(y)
	if len(x.Region.Options) > MaxOptions {
		return a, b
	}
	return x, y
}

// betterInArena reports whether two pointers or slices are to what lanes make, with different numbers of indices: both
// would better be in one arena. Strings stay where they are: nothing writes to them.
func betterInArena(a, b Atom) bool {
	made := func(r *Region) bool { return r.Kind == LaneRegion && r.Longest == 0 && !r.Text }
	return len(a.Choice().Nums) != len(b.Choice().Nums) &&
		slices.ContainsFunc(a.Region.All(), made) && slices.ContainsFunc(b.Region.All(), made)
}

// WithIndices gives what refers to a choice n indices. Those that are added are in front, where its options skip them.
func (a Atom) WithIndices(n int) Atom {
	more := n + 1 - len(a.Nums)
	if more == 0 {
		return a
	}
	options := slices.Clone(a.Region.Options)
	for i := range options {
		options[i].Skip += more
	}
	a.Region = NewChoice(options, a.Region.Nilable)
	if more < 0 {
		a.Nums = slices.Delete(slices.Clone(a.Nums), 1, 1-more)
		return a
	}
	a.Nums = slices.Insert(slices.Clone(a.Nums), 1, slices.Repeat([]program.Operand{Int64(0)}, more)...)
	return a
}

// moved gives an atom the frame of the choice with, and its options with the
// atom's own appended.
func (a Atom) moved(with Atom) Atom {
	if a.Region.Name == with.Region.Name && a.From == with.From && len(a.Nums) == len(with.Nums) {
		return a
	}
	c := a.Choice()
	indices := max(len(c.Nums), len(with.Nums)) - 1
	c, with = c.WithIndices(indices), with.WithIndices(indices)
	options := slices.Clone(with.Region.Options)
	at := make([]int, len(c.Region.Options))
	for k, o := range c.Region.Options {
		o.From += c.From - with.From
		switch at[k] = IndexOf(options, o); {
		case at[k] < 0:
			at[k] = len(options)
			options = append(options, o)
		case o.Region.HoldsTexts() && o.Region.Layout.Len > options[at[k]].Region.Layout.Len:
			options[at[k]].Region = o.Region
		}
	}
	c.Nums = slices.Clone(c.Nums)
	switch {
	case !c.Nums[0].IsLiteral():
		c.Nums[0] = Varying()
	case c.Nums[0] != NoOption:
		c.Nums[0] = Int64(int64(at[c.Nums[0].Bits]))
	}
	c.Region, c.From, c.To = NewChoice(options, c.Region.Nilable || with.Region.Nilable), with.From, with.To
	return c
}

// IndexOf returns where an option is among others, or -1. Strings that are known are of one memory, however long they
// may be.
func IndexOf(options []Option, o Option) int {
	return slices.IndexFunc(options, func(p Option) bool {
		same := p.Region.Name == o.Region.Name || p.Region.HoldsTexts() && o.Region.HoldsTexts()
		return same && p.From == o.From
	})
}
