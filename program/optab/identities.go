package optab

import (
	"fmt"
	"math"
	"strings"
)

// Identity says what an operation gives whatever its other operands are, if one of them is a certain
// number or the same as another. The row claims it for all values; a NaN is as good as another.
type Identity struct {
	// Operand is the operand that is looked at: it has these bits or, if Same is not its own number, is what
	// operand Same is.
	Operand, Same int
	Bits          uint64
	// Of is the operand that the operation gives, or of which it gives what the row By makes: of it alone, or of it
	// and operand And if that is not negative. Of is negative if the operation gives the number Gives.
	Of, And int
	By      string
	Gives   uint64
}

// Match returns the first identity of a list that holds: constant returns the bits of an operand that is a constant,
// and same reports whether two operands are one value.
func Match(
	list []Identity, constant func(i int) (bits uint64, ok bool), same func(i, j int) bool,
) (Identity, bool) {
	for _, id := range list {
		if id.Same != id.Operand {
			if same(id.Operand, id.Same) {
				return id, true
			}
		} else if bits, ok := constant(id.Operand); ok && bits == id.Bits {
			return id, true
		}
	}
	return Identity{}, false
}

// IdentitiesFor returns the identities of the row for type t, and what is wrong with how they are written.
// Words are "y=0:x", "y=x:0", "y=-1:neg(x)" or "y=1:or(x,z)"; they hold for the types that are named before
// them, up to a semicolon, and for all types if none are. The words min and max are the smallest and the
// largest number, and -1 has all bits set. What a commutative row has holds for exchanged operands too, and an
// idempotent row of two operands gives x if they are the same.
func (o *Op) IdentitiesFor(t Type) (list []Identity, err error) {
	in, out, _ := o.Signature()
	words := o.identityWords(t)
	if o.Has(Idempotent) && len(in) == 2 {
		words = append(words, "y=x:x")
	}
	for _, w := range words {
		id, err := o.identity(w, t, in, out)
		if err != nil {
			return nil, err
		}
		list = append(list, id)
		if o.Has(Commutative) && id.Same == id.Operand {
			id.Operand = 1 - id.Operand
			id.Same = id.Operand
			if id.Of >= 0 {
				id.Of = 1 - id.Of
			}
			if id.And >= 0 {
				id.And = 1 - id.And
			}
			list = append(list, id)
		}
	}
	return list, nil
}

// identityWords returns the words that hold for type t.
func (o *Op) identityWords(t Type) (words []string) {
	for group := range strings.SplitSeq(o.Identities, ";") {
		list := strings.Fields(group)
		if len(list) > 0 && !strings.Contains(list[0], ":") {
			if is := map[string]bool{"ints": t.IsInt(), "floats": t.IsFloat(), "bool": t == Bool}; !is[list[0]] {
				continue
			}
			list = list[1:]
		}
		words = append(words, list...)
	}
	return words
}

// identity reads one word.
func (o *Op) identity(word string, t Type, in []Class, out Class) (id Identity, err error) {
	operand := func(w string) int {
		if k := strings.Index("xyz", w); len(w) == 1 && k < len(in) {
			return k
		}
		return -1
	}
	bad := fmt.Errorf("%q is not an identity", word)
	when, gives, ok := strings.Cut(word, ":")
	of, is, also := strings.Cut(when, "=")
	if id.Operand = operand(of); !ok || !also || id.Operand < 0 {
		return id, bad
	}
	if id.Same = operand(is); id.Same < 0 {
		id.Same = id.Operand
		if id.Bits, ok = number(in[id.Operand].Of(t), is); !ok {
			return id, bad
		}
	}
	id.And = -1
	if name, args, ok := strings.Cut(strings.TrimSuffix(gives, ")"), "("); ok {
		first, second, two := strings.Cut(args, ",")
		if id.By, gives = name, first; two {
			if id.And = operand(second); id.And < 0 {
				return id, bad
			}
		}
	}
	if id.Of = operand(gives); id.Of >= 0 {
		return id, nil
	}
	if id.Gives, ok = number(out.Of(t), gives); !ok || id.By != "" {
		return id, bad
	}
	return id, nil
}

// number returns the bits of a word of identities.
func number(t Type, word string) (bits uint64, ok bool) {
	all := ^uint64(0) >> (64 - t.Bits())
	switch {
	case t.IsFloat():
		x, ok := map[string]float64{"0": 0, "-0": math.Copysign(0, -1), "1": 1, "-1": -1}[word]
		if t == F32 {
			return uint64(math.Float32bits(float32(x))), ok
		}
		return math.Float64bits(x), ok
	case word == "0", word == "1":
		return uint64(word[0] - '0'), true
	case word == "-1":
		return all, true
	case word == "min" && t.IsSigned(), word == "max" && t.IsSigned():
		if bits = all >> 1; word == "min" {
			bits++
		}
		return bits, true
	case word == "min":
		return 0, true
	case word == "max":
		return all, true
	}
	return 0, false
}
