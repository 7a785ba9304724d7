package known

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// A string is known, or one of several that are known (oneof.go), whose numbers are in the
// order of the strings, or not known at all: then it can be part of a message, and nothing
// else.

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

// joinTexts joins two strings.
func joinTexts(a, b Atom) Atom {
	if slices.Equal(a.Texts(), b.Texts()) && a.Kind == Text && a.Known {
		return a
	}
	if joined, ok := joinOptions(a, b, MaxTexts); ok && joined.Kind == OneOf {
		return joined
	}
	return TextOf("", false)
}
