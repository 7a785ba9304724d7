package known

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/program"
)

// AtomKind says what an atom is of.
type AtomKind uint8

// The kinds of atoms.
const (
	// Number: Nums[0], of the leaf's type and shape.
	Number AtomKind = iota
	// Pointer: the leaves [From, To) of a region, at the indices Nums of their
	// leading axes. If Pending, the last index is three numbers, an offset, an
	// index and a length, and still has to be checked and added up.
	Pointer
	// Slice: like a pointer to its array; the last three of Nums are its
	// offset, length and capacity. A nil slice has the offset -1.
	Slice
	// Function: Func with the values of its free variables in Parts.
	Function
	// Boxed: an interface with the dynamic type Type and the value Parts, or if there is an Elem a pointer to
	// where that is in an arena.
	Boxed
	// Text: a string; Known tells whether the characters are, and Why may say why not.
	Text
	// Nothing: nil.
	Nothing
	// Mapping: a package-level map that is only read.
	Mapping
	// OneOf: the function, string, package-level map, or what an interface holds, that Nums[0] selects from Parts; see
	// oneof.go.
	OneOf
	// Conflict: not known statically; Why says what is. An error where it is used. Elem is a type of
	// which all objects would have to be in an arena, if that is why, and Among is all that it may be of.
	Conflict
	// Broken: what gave this value was refused already.
	Broken
)

// Atom is what is known of a leaf of a value. Its kind says which fields there are.
type Atom struct {
	Kind     AtomKind
	Leaf     Leaf
	Nums     []program.Operand
	Region   *Region
	From, To int
	Elem     types.Type // of a pointer or slice
	Pending  bool
	Func     *ssa.Function
	Parts    Value
	Type     types.Type
	Known    bool
	Text     string
	Why      string
	Among    []*Region
}

// NumberAtom is a number of the type of a leaf.
func NumberAtom(l Leaf, o program.Operand) Atom {
	return Atom{Kind: Number, Leaf: l, Nums: []program.Operand{o}}
}

// TextOf is a string, or any one if it is not known.
func TextOf(s string, known bool) Atom { return Atom{Kind: Text, Text: s, Known: known} }

// BrokenAtom is what a refused instruction gives.
func BrokenAtom() Atom { return Atom{Kind: Broken} }

// ConflictOf is what is not known, and why.
func ConflictOf(format string, args ...any) Atom {
	return Atom{Kind: Conflict, Why: fmt.Sprintf(format, args...)}
}

// numberPath names the k-th number of a pointer, slice or choice.
func (a Atom) numberPath(k int) string {
	if a.Kind == OneOf {
		return ".which"
	}
	if a.Kind == Slice {
		switch len(a.Nums) - k {
		case 3:
			return ".off"
		case 2:
			return ".len"
		case 1:
			return ".cap"
		}
	}
	return ".i"
}

func (a Atom) appendKey(key []byte) []byte {
	key = append(key, byte(a.Kind), byte(len(a.Nums)))
	for _, o := range a.Nums {
		key = AppendOperandKey(key, o)
	}
	switch a.Kind {
	case Number:
		key = append(key, byte(a.Leaf.Dtype), byte(a.Leaf.GoType))
		for _, n := range a.Leaf.Shape {
			key = binary.AppendVarint(key, int64(n))
		}
	case Pointer, Slice:
		key = AppendString(key, a.Region.Name)
		key = binary.AppendUvarint(key, uint64(a.From))
		key = binary.AppendUvarint(key, uint64(a.To))
		key = AppendString(key, gotypes.Key(a.Elem))
		key = append(key, keyBit(a.Pending))
	case Function:
		key = AppendString(key, FunctionKey(a.Func))
	case Boxed:
		key = AppendString(key, gotypes.Key(a.Type))
		key = append(key, keyBit(a.Elem != nil))
	case Text:
		key = append(AppendString(key, a.Text), keyBit(a.Known))
	case Mapping:
		key = AppendString(key, a.Region.Name)
	case Conflict:
		key = AppendString(key, a.Why)
	}
	return a.Parts.AppendKey(key)
}

// Describe says what an atom is, for messages.
func (a Atom) Describe() string {
	switch a.Kind {
	case Number:
		return "a number"
	case Pointer:
		return "a pointer to " + a.Region.Describe()
	case Slice:
		return "a slice of " + a.Region.Describe()
	case Function:
		if a.Func.Parent() != nil {
			return "the function literal of line " + strconv.Itoa(a.Func.Prog.Fset.Position(a.Func.Pos()).Line)
		}
		return a.Func.Name()
	case Boxed:
		return "a " + types.TypeString(a.Type, (*types.Package).Name)
	case Text:
		return "a string"
	case Nothing:
		return "nil"
	case Mapping:
		return "a map"
	case OneOf:
		if a.IsText() {
			return a.Parts[0].Describe()
		}
		return a.Parts[0].Describe() + " or " + a.Parts[1].Describe()
	}
	return "unknown"
}

// String prints a for the log.
func (a Atom) String() string {
	switch a.Kind {
	case Number:
		t := a.Leaf.Dtype.String()
		if a.Leaf.GoType != program.GoStored {
			t = a.Leaf.GoType.String()
		}
		if len(a.Leaf.Shape) > 0 {
			t = a.Leaf.Tensor().String()
		}
		o := a.Nums[0]
		switch {
		case o.IsLiteral():
			return program.FormatLiteral(o.Dtype, o.Bits)
		case IsVarying(o):
			return "varying " + t
		}
		return "uniform " + o.Name
	case Pointer, Slice:
		s := "*"
		if a.Kind == Slice {
			s = "[]"
		}
		var nums []string
		for _, o := range a.Nums {
			if o.IsLiteral() {
				nums = append(nums, program.FormatLiteral(o.Dtype, o.Bits))
			} else {
				nums = append(nums, numberName(o))
			}
		}
		return s + a.Region.Name + "[" + strings.Join(nums, " ") + "]"
	case Function:
		if len(a.Parts) > 0 {
			return a.Func.Name() + a.Parts.String()
		}
		return a.Func.Name()
	case Boxed:
		return types.TypeString(a.Type, (*types.Package).Name) + a.Parts.String()
	case Text:
		if a.Known {
			return fmt.Sprintf("%q", a.Text)
		}
		return "string"
	case Nothing:
		return "nil"
	case Mapping:
		return a.Region.Name
	case OneOf:
		return "one of " + a.Parts.String()
	case Conflict:
		return "unknown"
	}
	return "refused"
}

// FunctionKey names a function so that different functions have different
// names, the same in every run.
func FunctionKey(fn *ssa.Function) string {
	key := fmt.Sprintf("%s@%d", fn, fn.Pos())
	for _, t := range fn.TypeArgs() {
		key += " " + gotypes.Key(t)
	}
	return key
}

// keyBit is a part of a key that says whether something holds.
func keyBit(holds bool) byte {
	if holds {
		return 1
	}
	return 0
}

// AppendString appends a text to a key so that no other key has that part.
func AppendString(key []byte, s string) []byte {
	key = binary.AppendUvarint(key, uint64(len(s)))
	return append(key, s...)
}

// SameElements reports whether two slices, if they are of the same memory, are of the same elements of it, so that one
// that two of them have in common has numbers that differ as their offsets do.
func SameElements(a, b Atom) bool {
	return a.Kind == Slice && b.Kind == Slice && a.Region.Name == b.Region.Name && a.From == b.From && a.To == b.To &&
		len(a.Nums) == len(b.Nums) && a.Elem != nil && b.Elem != nil && types.Identical(a.Elem, b.Elem)
}

// Within gives the length or capacity of a slice the limit that its memory has,
// if it has none of its own.
func (a Atom) Within(o program.Operand) program.Operand {
	if _, known := Limit(o); known || !IsVarying(o) {
		return o
	}
	if n, known := a.Region.extent(a.From, len(a.Nums)-3); known {
		return AtMost(n)
	}
	return o
}

// HeldIn is the leaf of a number that an atom, the content of the leaf lf, holds:
// what an interface holds may be an array.
func (a Atom) HeldIn(lf, held Leaf) Leaf {
	in := Leaf{Dtype: held.Dtype, Shape: lf.Shape}
	if a.Kind != Number {
		in.Shape = slices.Concat(lf.Shape, held.Shape)
	}
	return in
}

// MayRead reports whether a pointer is to one of some leaves.
func (a Atom) MayRead(leaves map[string]Bits) bool {
	for k := a.From; k < a.To; k++ {
		if leaves[a.Region.Name].Has(k) {
			return true
		}
		for _, o := range a.Region.Options {
			if leaves[o.Region.Name].Has(o.From + k) {
				return true
			}
		}
	}
	return false
}

// IsColumn reports whether a slice begins where a lane's memory does, and is of all that is there:
// not of an array that is a field.
func (a Atom) IsColumn() bool {
	return a.Region.Kind == LaneRegion && len(a.Nums) == 3 && a.Nums[0] == Int64(0) && a.Region.Layout.Len > 0
}
