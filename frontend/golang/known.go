package golang

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/instance"
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

type atomKind uint8

const (
	// number: nums[0], of the leaf's type and shape.
	number atomKind = iota
	// pointer: the leaves [from, to) of a region, at the indices nums of their
	// leading axes. If pending, the last index is three numbers, an offset, an
	// index and a length, and still has to be checked and added up.
	pointer
	// slice: like a pointer to its array; the last three of nums are its
	// offset, length and capacity. A nil slice has the offset -1.
	slice
	// function: fn with the values of its free variables in parts.
	function
	// boxed: an interface with the dynamic type typ and the value parts.
	boxed
	// text: a string; known tells whether the characters are.
	text
	// nothing: nil.
	nothing
	// mapping: a package-level map that is only read.
	mapping
	// conflict: not known statically; why says what is. An error where it is used.
	conflict
	// broken: what gave this value was refused already.
	broken
)

type atom struct {
	kind     atomKind
	leaf     leaf
	nums     []program.Operand
	reg      *region
	from, to int
	elem     types.Type // of a pointer or slice
	pending  bool
	fn       *ssa.Function
	parts    value
	typ      types.Type
	known    bool
	text     string
	why      string
}

// value is a Go value: an atom for each leaf. It is the operand of instances.
type value []atom

var _ instance.Operand = value(nil)

// varyingName is the name of any number that differs from lane to lane during
// analysis. A limit may follow: "?16" is at most 16.
const varyingName = "?"

func varying() program.Operand { return program.Ref(varyingName) }

func isVarying(o program.Operand) bool { return strings.HasPrefix(o.Name, varyingName) }

// atMost is a varying i64 of at most n. Limits give memory a size whose length
// lanes bring.
func atMost(n int64) program.Operand { return program.Ref(varyingName + strconv.FormatInt(n, 10)) }

// limit returns what an i64 operand is at most, if that is known.
func limit(o program.Operand) (int64, bool) {
	if o.IsLiteral() {
		return int64(o.Bits), true
	}
	if !isVarying(o) {
		return 0, false
	}
	n, err := strconv.ParseInt(o.Name[len(varyingName):], 10, 64)
	return n, err == nil
}

// limited gives the result of an operation on i64 operands of which one varies.
// What has a limit is not far below zero either, so that nothing wraps around.
func limited(row string, d program.Dtype, in []program.Operand) program.Operand {
	if d != program.I64 || len(in) != 2 {
		return varying()
	}
	x, okx := limit(in[0])
	y, oky := limit(in[1])
	const most = program.MaxElements
	small := func(n int64) bool { return -most <= n && n <= most }
	switch {
	case row == "min" && okx && oky:
		return atMost(min(x, y))
	case row == "add" && okx && oky && small(x) && small(y):
		return atMost(x + y)
	case row == "sub" && okx && in[1].IsLiteral() && small(x) && small(y):
		return atMost(x - y)
	case row == "mul" && okx && in[1].IsLiteral() && x >= 0 && y >= 0 && small(x) && small(y) && small(x*y):
		return atMost(x * y)
	case row == "div" && okx && in[1].IsLiteral() && x >= 0 && y > 0:
		return atMost(x / y)
	case strings.HasPrefix(row, "check") && row != "checkwide":
		switch {
		case oky && (!okx || y < x):
			return atMost(y)
		case okx:
			return atMost(x)
		}
	}
	return varying()
}

func numberAtom(l leaf, o program.Operand) atom {
	return atom{kind: number, leaf: l, nums: []program.Operand{o}}
}

// scalarOf is a value that is one number.
func scalarOf(d program.Dtype, goTyp string, o program.Operand) value {
	return value{numberAtom(leaf{dtype: d, goTyp: goTyp}, o)}
}

func textOf(s string, known bool) atom { return atom{kind: text, text: s, known: known} }

func brokenAtom() atom { return atom{kind: broken} }

func conflictOf(format string, args ...any) atom {
	return atom{kind: conflict, why: fmt.Sprintf(format, args...)}
}

// flat appends pointers to all numbers of a value, in order.
func (v value) flat(to []*program.Operand) []*program.Operand {
	for i := range v {
		a := &v[i]
		for k := range a.nums {
			to = append(to, &a.nums[k])
		}
		to = a.parts.flat(to)
	}
	return to
}

// numberLeaves appends the leaf of each number in the order of flat.
func (v value) numberLeaves(to []leaf) []leaf {
	for _, a := range v {
		for k := range a.nums {
			if a.kind == number {
				to = append(to, a.leaf)
			} else {
				to = append(to, leaf{path: a.numberPath(k), dtype: program.I64})
			}
		}
		to = a.parts.numberLeaves(to)
	}
	return to
}

// numberPath names the k-th number of a pointer or slice.
func (a atom) numberPath(k int) string {
	if a.kind == slice {
		switch len(a.nums) - k {
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

// clone returns a deep copy, whose numbers may be replaced.
func (v value) clone() value {
	if v == nil {
		return nil
	}
	c := make(value, len(v))
	for i, a := range v {
		a.nums = append([]program.Operand(nil), a.nums...)
		a.parts = a.parts.clone()
		c[i] = a
	}
	return c
}

// AppendKey appends the canonical form of v.
func (v value) AppendKey(key []byte) []byte {
	key = append(key, byte(len(v)))
	for _, a := range v {
		key = a.appendKey(key)
	}
	return key
}

func (a atom) appendKey(key []byte) []byte {
	key = append(key, byte(a.kind), byte(len(a.nums)))
	for _, o := range a.nums {
		key = appendOperandKey(key, o)
	}
	switch a.kind {
	case number:
		key = append(key, byte(a.leaf.dtype))
		key = appendString(key, a.leaf.goTyp)
		for _, n := range a.leaf.shape {
			key = binary.AppendVarint(key, int64(n))
		}
	case pointer, slice:
		key = appendString(key, a.reg.name)
		key = binary.AppendUvarint(key, uint64(a.from))
		key = binary.AppendUvarint(key, uint64(a.to))
		key = appendString(key, gotypes.Key(a.elem))
		if a.pending {
			key = append(key, 1)
		}
	case function:
		key = appendString(key, functionKey(a.fn))
	case boxed:
		key = appendString(key, gotypes.Key(a.typ))
	case text:
		key = appendString(key, a.text)
		if a.known {
			key = append(key, 1)
		}
	case mapping:
		key = appendString(key, a.reg.name)
	case conflict:
		key = appendString(key, a.why)
	}
	return a.parts.AppendKey(key)
}

func appendOperandKey(key []byte, o program.Operand) []byte {
	if !o.IsLiteral() {
		return appendString(append(key, 'n'), o.Name)
	}
	key = append(key, 'l', byte(o.Dtype))
	return binary.LittleEndian.AppendUint64(key, o.Bits)
}

func appendString(key []byte, s string) []byte {
	key = binary.AppendUvarint(key, uint64(len(s)))
	return append(key, s...)
}

// functionKey names a function so that different functions have different
// names, the same in every run.
func functionKey(fn *ssa.Function) string {
	key := fmt.Sprintf("%s@%d", fn, fn.Pos())
	for _, t := range fn.TypeArgs() {
		key += " " + gotypes.Key(t)
	}
	return key
}

// Join returns the least value above both. There always is one: atoms that do
// not fit together become a conflict.
func (v value) Join(with instance.Operand) (instance.Operand, bool) {
	w, ok := with.(value)
	if !ok || len(v) != len(w) {
		return nil, false
	}
	out := make(value, len(v))
	for i := range v {
		out[i] = joinAtoms(v[i], w[i])
	}
	return out, true
}

// isTop reports whether a value is numbers of which nothing is known, so that it
// stays what it is with whatever it is joined.
func (v value) isTop() bool {
	return len(v) > 0 && !slices.ContainsFunc(v, func(a atom) bool { return a.kind != number || a.nums[0] != varying() })
}

func joinAtoms(a, b atom) atom {
	if a.kind == pointer && b.kind == pointer && a.pending != b.pending {
		a, b = a.unsettled(), b.unsettled()
	}
	a, b = lifted(a, b)
	a, b = chosen(a, b)
	switch {
	case a.kind == broken || b.kind == broken:
		return brokenAtom()
	case a.kind == conflict:
		return a
	case b.kind == conflict:
		return b
	case a.kind == nothing && b.kind == slice:
		return joinAtoms(nilSlice(b), b)
	case b.kind == nothing && a.kind == slice:
		return joinAtoms(a, nilSlice(a))
	case a.kind != b.kind:
		return conflictOf("it is %s or %s", a.describe(), b.describe())
	}
	switch a.kind {
	case pointer, slice:
		if a.choosable() && b.choosable() && len(a.nums) != len(b.nums) && !a.pending && !b.pending {
			return conflictOf("it is %s, of which some are in arrays and others are not", a.describe())
		}
		if a.reg.name != b.reg.name || a.from != b.from || a.to != b.to || a.pending != b.pending || len(a.nums) != len(b.nums) {
			return conflictOf("it is %s or %s", a.describe(), b.describe())
		}
	case function:
		if a.fn != b.fn {
			return conflictOf("it is %s or %s", a.describe(), b.describe())
		}
	case boxed:
		if !types.Identical(a.typ, b.typ) {
			return conflictOf("it is %s or %s", a.describe(), b.describe())
		}
	case text:
		if !a.known || !b.known || a.text != b.text {
			return textOf("", false)
		}
		return a
	case mapping:
		if a.reg.name != b.reg.name {
			return conflictOf("it is %s or %s", a.describe(), b.describe())
		}
		return a
	case nothing:
		return a
	}
	out := a
	out.nums = make([]program.Operand, len(a.nums))
	for i := range a.nums {
		out.nums[i] = joinNumbers(a.nums[i], b.nums[i])
	}
	if parts, ok := a.parts.Join(b.parts); ok {
		out.parts = parts.(value)
	}
	return out
}

// unsettled is a pointer to an element as one that still has to be checked.
// An address that needed no check for what was known at first may need it.
func (a atom) unsettled() atom {
	if a.kind != pointer || a.pending || len(a.nums) == 0 {
		return a
	}
	n := len(a.nums) - 1
	a.nums = append(append([]program.Operand(nil), a.nums[:n]...), litI64(0), a.nums[n], varying())
	a.pending = true
	return a
}

func joinNumbers(a, b program.Operand) program.Operand {
	switch {
	case a == b:
		return a
	case keepsLimit(a, b):
		return a
	case keepsLimit(b, a):
		return b
	}
	return varying()
}

// keepsLimit reports whether a has a limit that holds for the constant b. In a
// loop a number is the constant of the first round before it has a limit.
func keepsLimit(a, b program.Operand) bool {
	if a.IsLiteral() || !b.IsLiteral() {
		return false
	}
	n, known := limit(a)
	k := int64(b.Bits)
	return known && -program.MaxElements <= k && k <= n
}

// nilSlice is nil as a slice of the same memory as s.
func nilSlice(s atom) atom {
	n := s
	n.nums = make([]program.Operand, len(s.nums))
	for i := range n.nums {
		n.nums[i] = litI64(0)
	}
	n.nums[len(n.nums)-3] = litI64(-1)
	return n
}

// describe says what an atom is, for messages.
func (a atom) describe() string {
	switch a.kind {
	case number:
		return "a number"
	case pointer:
		return "a pointer to " + a.reg.describe()
	case slice:
		return "a slice of " + a.reg.describe()
	case function:
		if a.fn.Parent() != nil {
			return "the function literal of line " + itoa(a.fn.Prog.Fset.Position(a.fn.Pos()).Line)
		}
		return a.fn.Name()
	case boxed:
		return "a " + types.TypeString(a.typ, (*types.Package).Name)
	case text:
		return "a string"
	case nothing:
		return "nil"
	case mapping:
		return "a map"
	}
	return "unknown"
}

// String prints v for the log: "1.5", "uniform tol", "varying f64".
func (v value) String() string {
	s := make([]string, len(v))
	for i, a := range v {
		s[i] = a.String()
	}
	if len(s) == 1 {
		return s[0]
	}
	return "(" + strings.Join(s, ", ") + ")"
}

func (a atom) String() string {
	switch a.kind {
	case number:
		t := a.leaf.dtype.String()
		if a.leaf.goTyp != "" {
			t = a.leaf.goTyp
		}
		if len(a.leaf.shape) > 0 {
			t = a.leaf.tensor().String()
		}
		o := a.nums[0]
		switch {
		case o.IsLiteral():
			return program.FormatLiteral(o.Dtype, o.Bits)
		case isVarying(o):
			return "varying " + t
		}
		return "uniform " + o.Name
	case pointer, slice:
		s := "*"
		if a.kind == slice {
			s = "[]"
		}
		var nums []string
		for _, o := range a.nums {
			if o.IsLiteral() {
				nums = append(nums, program.FormatLiteral(o.Dtype, o.Bits))
			} else {
				nums = append(nums, o.Name)
			}
		}
		return s + a.reg.name + "[" + strings.Join(nums, " ") + "]"
	case function:
		if len(a.parts) > 0 {
			return a.fn.Name() + a.parts.String()
		}
		return a.fn.Name()
	case boxed:
		return types.TypeString(a.typ, (*types.Package).Name) + a.parts.String()
	case text:
		if a.known {
			return fmt.Sprintf("%q", a.text)
		}
		return "string"
	case nothing:
		return "nil"
	case mapping:
		return a.reg.name
	case conflict:
		return "unknown"
	}
	return "refused"
}

// varyNumbers returns v with the numbers for which vary holds made varying.
func (v value) varyNumbers(vary func(i int, o program.Operand) bool) value {
	c := v.clone()
	changed := false
	for i, o := range c.flat(nil) {
		if o.Name != varyingName && vary(i, *o) {
			*o = varying()
			changed = true
		}
	}
	if !changed {
		return v
	}
	return c
}
