package known

import (
	"encoding/binary"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// What is known of a value when a function is instantiated. A value has an
// atom for each leaf of its type's layout. The numbers inside an atom are
// operands of the program: a literal is a constant, the name of a uniform is
// one value for all lanes, and any other name varies from lane to lane. While
// an instance is analysed all varying numbers have the same name, varying;
// while it is emitted they have variables. Everything else, such as which
// function a function value is or which memory a slice is of, is known
// statically or not at all.

// Value is a Go value: an atom for each leaf. It is the operand of instances.
type Value []Atom

var _ instance.Operand = Value(nil)

// ScalarOf is a value that is one number.
func ScalarOf(d program.Dtype, o program.Operand) Value {
	return Value{NumberAtom(Leaf{Dtype: d}, o)}
}

// Flat appends pointers to all numbers of a value, in order.
func (v Value) Flat(to []*program.Operand) []*program.Operand {
	for i := range v {
		a := &v[i]
		for k := range a.Nums {
			to = append(to, &a.Nums[k])
		}
		to = a.Parts.Flat(to)
	}
	return to
}

// NumberLeaves appends the leaf of each number in the order of flat.
func (v Value) NumberLeaves(to []Leaf) []Leaf {
	for _, a := range v {
		for k := range a.Nums {
			if a.Kind == Number {
				to = append(to, a.Leaf)
			} else {
				to = append(to, Leaf{Path: a.numberPath(k), Dtype: program.I64})
			}
		}
		to = a.Parts.NumberLeaves(to)
	}
	return to
}

// Clone returns a deep copy, whose numbers may be replaced.
func (v Value) Clone() Value {
	if v == nil {
		return nil
	}
	c := make(Value, len(v))
	for i, a := range v {
		a.Nums = append([]program.Operand(nil), a.Nums...)
		a.Parts = a.Parts.Clone()
		c[i] = a
	}
	return c
}

// AppendKey appends the canonical form of v.
func (v Value) AppendKey(key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(len(v))) // structs have up to a thousand leaves
	for _, a := range v {
		key = a.appendKey(key)
	}
	return key
}

// String prints v for the log: "1.5", "uniform tol", "varying f64".
func (v Value) String() string {
	s := make([]string, len(v))
	for i, a := range v {
		s[i] = a.String()
	}
	if len(s) == 1 {
		return s[0]
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// VaryNumbers returns v with the numbers for which vary holds made varying.
func (v Value) VaryNumbers(vary func(i int, o program.Operand) bool) Value {
	var c Value // a copy, once a number changes: of most values none does
	var to []*program.Operand
	i := 0
	v.eachNumber(func(o program.Operand) {
		if o != Varying() && vary(i, o) {
			if c == nil {
				c = v.Clone()
				to = c.Flat(nil)
			}
			*to[i] = Varying()
		}
		i++
	})
	if c == nil {
		return v
	}
	return c
}

// eachNumber calls f for all numbers of a value, in the order of Flat.
func (v Value) eachNumber(f func(o program.Operand)) {
	for i := range v {
		for _, o := range v[i].Nums {
			f(o)
		}
		v[i].Parts.eachNumber(f)
	}
}

// Depth is how many functions and interfaces hold one another in a value.
func (v Value) Depth() int {
	d := 0
	for _, a := range v {
		if a.Parts != nil {
			d = max(d, 1+a.Parts.Depth())
		}
	}
	return d
}

// RefersTo reports whether a value may refer to a region.
func (v Value) RefersTo(region string) bool {
	for _, a := range v {
		if a.Region != nil && a.Region.IsOrMayBe(region) || a.Parts.RefersTo(region) {
			return true
		}
	}
	return false
}
