package known

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// What an interface holds, and which function or package-level map a value is, may be one
// thing in some lanes and another in others, as after
//
//	var s Shape = Circle{r}
//	if k > 0 {
//		s = Box{w, h}
//	}
//
// Such a value has all its options, each with the numbers in it, and a number that
// tells which of them is meant. The numbers of the others are zero, and not looked
// at. Options of one type or function are one option, whose contents are joined.

// Identity tells options apart: two of one identity are one.
func (a Atom) Identity() (key string, ok bool) {
	switch a.Kind {
	case Nothing:
		return "", true
	case Function:
		return "f" + FunctionKey(a.Func), true
	case Boxed:
		return "t" + gotypes.Key(a.Type), true
	case Text:
		return "s" + a.Text, a.Known
	case Mapping:
		return "m" + a.Region.Name, true
	}
	return "", false
}

// Options returns the options of a value in their order: itself if it is one. It is
// nil for what cannot be an option.
func (a Atom) Options() Value {
	if a.Kind == OneOf {
		return a.Parts
	}
	switch a.Kind {
	case Nothing, Function, Boxed, Mapping:
		return Value{a}
	case Text:
		if a.Known {
			return Value{a}
		}
	}
	return nil
}

// identical reports whether two options are seen to be of one identity at a glance. They may be so otherwise too.
func (a *Atom) identical(b *Atom) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == Function:
		return a.Func == b.Func
	case a.Kind == Boxed:
		return a.Type == b.Type
	case a.Kind == Text:
		return a.Known && b.Known && a.Text == b.Text
	}
	return a.Kind == Nothing
}

// hasOptions reports whether options, which are sorted, are seen to be among those of an atom at a glance.
func (a *Atom) hasOptions(these Value) bool {
	if a.Kind != OneOf || a.Nums[0] != Varying() {
		return false
	}
	i := 0
	for k := range these {
		for i < len(a.Parts) && !a.Parts[i].identical(&these[k]) {
			i++
		}
		if i == len(a.Parts) || !a.Parts[i].joinsAsIs(&these[k]) {
			return false
		}
	}
	return true
}

// OptionOf returns which option of a one of the identity of b is, or -1.
func (a Atom) OptionOf(b Atom) int {
	key, ok := b.Identity()
	if !ok {
		return -1
	}
	return slices.IndexFunc(a.Parts, func(o Atom) bool {
		k, _ := o.Identity()
		return k == key
	})
}

// SameOptions reports whether two values have options of the same identities.
func (a Atom) SameOptions(b Atom) bool {
	return a.Kind == OneOf && b.Kind == OneOf && len(a.Parts) == len(b.Parts) &&
		!slices.ContainsFunc(b.Parts, func(o Atom) bool { return a.OptionOf(o) < 0 })
}

// OneOfThese is a value that is one of some options of different identities, as
// which says. The options are sorted.
func OneOfThese(options Value, which program.Operand) Atom {
	return Atom{Kind: OneOf, Nums: []program.Operand{which}, Parts: options}
}

// joinOptions joins two values of which either has options, or that are different
// options, up to a number of them. ok is false if they are not such values.
func joinOptions(a, b Atom, most int) (joined Atom, ok bool) {
	xs, ys := a.Options(), b.Options()
	if len(xs) == 0 || len(ys) == 0 || a.Kind != OneOf && b.Kind != OneOf &&
		OneOfThese(xs, Varying()).OptionOf(b) == 0 {
		return a, false
	}
	if a.hasOptions(ys) {
		return a, true
	}
	if b.hasOptions(xs) {
		return b, true
	}
	options := slices.Grow(slices.Clone(xs), len(ys))
	for i, y := range ys {
		if i < len(options) && options[i].identical(&y) {
			options[i] = joinAtoms(options[i], y)
			continue
		}
		key, _ := y.Identity()
		at, found := slices.BinarySearchFunc(options, key, func(o Atom, key string) int {
			k, _ := o.Identity()
			return strings.Compare(k, key)
		})
		if found {
			options[at] = joinAtoms(options[at], y)
		} else {
			options = slices.Insert(options, at, y)
		}
	}
	if len(options) > most {
		return ConflictOf("it is one of %d or more", most+1), true
	}
	return OneOfThese(options, Varying()), true
}
