package instance

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Operand is what is known about a value: an element of a lattice of finite
// height. It is immutable once the cache has seen it.
type Operand interface {
	// AppendKey appends the canonical form. Two operands are equal exactly if
	// their keys are.
	AppendKey(key []byte) []byte
	// Join returns the least operand above both; ok is false if there is none.
	Join(with Operand) (joined Operand, ok bool)
	String() string
}

// Tagged is an operand with its name.
type Tagged struct {
	Tag string
	Operand
}

// Bundle is a set of named operands, sorted by tag; see [NewBundle]. It is an
// operand itself, so all inputs or outputs of a call can travel as one.
type Bundle []Tagged

// NewBundle sorts the operands by tag. A tag that is there twice, or without
// an operand, is an error.
func NewBundle(ts ...Tagged) (Bundle, error) {
	b := Bundle(slices.Clone(ts))
	if b == nil {
		b = Bundle{}
	}
	slices.SortStableFunc(b, func(x, y Tagged) int { return strings.Compare(x.Tag, y.Tag) })
	return b, b.check()
}

// check reports what makes b no bundle.
func (b Bundle) check() error {
	for i, t := range b {
		switch {
		case t.Operand == nil:
			return fmt.Errorf("the operand %q is missing", t.Tag)
		case i > 0 && b[i-1].Tag == t.Tag:
			return fmt.Errorf("two operands have the tag %q: %s and %s", t.Tag, b[i-1].Operand, t.Operand)
		case i > 0 && b[i-1].Tag > t.Tag:
			return fmt.Errorf("the tag %q comes after %q: a bundle is made by NewBundle, which sorts it", t.Tag,
				b[i-1].Tag)
		}
	}
	return nil
}

// Get returns the operand with that tag, nil if there is none.
func (b Bundle) Get(tag string) Operand {
	i, ok := slices.BinarySearchFunc(b, tag, func(t Tagged, tag string) int { return strings.Compare(t.Tag, tag) })
	if !ok {
		return nil
	}
	return b[i].Operand
}

// AppendKey appends the canonical form: each tag and each operand's key with
// its length before it, so that no two bundles run together.
func (b Bundle) AppendKey(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(len(b)))
	for _, t := range b {
		key = appendTagged(key, t.Tag, t.Operand)
	}
	return key
}

// keys returns the canonical form of each operand by itself, with its tag.
func (b Bundle) keys() []string {
	list := make([]string, len(b))
	for i := range b {
		list[i] = string(b[i : i+1].AppendKey(nil))
	}
	return list
}

// appendTagged appends a tag and an operand.
func appendTagged(key []byte, tag string, o Operand) []byte {
	key = binary.AppendUvarint(key, uint64(len(tag)))
	key = append(key, tag...)
	at := len(key)
	key = append(key, 0, 0, 0, 0)
	key = o.AppendKey(key)
	binary.LittleEndian.PutUint32(key[at:], uint32(len(key)-at-4))
	return key
}

// Join joins tag by tag. Bundles with different tags have no join.
func (b Bundle) Join(with Operand) (Operand, bool) {
	w, ok := with.(Bundle)
	if !ok || len(w) != len(b) {
		return nil, false
	}
	joined := make(Bundle, len(b))
	for i, t := range b {
		if w[i].Tag != t.Tag {
			return nil, false
		}
		o, ok := t.Operand.Join(w[i].Operand)
		if !ok {
			return nil, false
		}
		joined[i] = Tagged{t.Tag, o}
	}
	return joined, true
}

// String returns "(x: …, y: …)".
func (b Bundle) String() string {
	var s strings.Builder
	s.WriteByte('(')
	for i, t := range b {
		if i > 0 {
			s.WriteString(", ")
		}
		s.WriteString(t.Tag)
		s.WriteString(": ")
		if t.Operand == nil {
			s.WriteString("missing")
		} else {
			s.WriteString(t.Operand.String())
		}
	}
	s.WriteByte(')')
	return s.String()
}

// joiner joins operands and tells whether the result is above what was there.
// It holds the buffers of the comparison.
type joiner struct{ was, is []byte }

// raise returns the join of old, which may be nil, and with.
func (j *joiner) raise(old, with Operand) (joined Operand, rose bool, err error) {
	if old == nil {
		return with, true, nil
	}
	j.was, j.is = old.AppendKey(j.was[:0]), with.AppendKey(j.is[:0])
	if bytes.Equal(j.was, j.is) { // so it is most often, and keys are made sooner than what is above both
		return old, false, nil
	}
	joined, ok := old.Join(with)
	if !ok {
		return old, false, fmt.Errorf("%s and %s have no common type", old, with)
	}
	j.is = joined.AppendKey(j.is[:0])
	if bytes.Equal(j.was, j.is) {
		return old, false, nil
	}
	return joined, true, nil
}
