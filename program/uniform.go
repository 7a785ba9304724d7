package program

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Uniform is one value for all lanes. It is read-only and costs nothing per
// lane. There are three kinds: a constant with Data, a derived one with a Def,
// and an input, with neither, that must be given with each run.
type Uniform struct {
	Name string
	// Type is the uniform's type. The leading dimensions of an input may be
	// AnyLength: they are known when the run starts.
	Type TensorType
	// Data holds the bits of each element in row-major order, or is nil.
	Data []uint64
	// Def says how a derived uniform is computed, once a run.
	Def *Definition
}

// AnyLength is a dimension of an input uniform that is not known until the run.
// Only the operation index, with as many indices at least as there are such
// dimensions, and the definition length may read the uniform. A length of 0 is
// a length: every index faults.
const AnyLength = -1

// Definition is the value of a derived uniform: an elementwise operation that
// cannot fault, on scalar uniforms declared before it and on literals; the
// element of such a uniform, of known shape, at indices that are literals; or a
// uniform's length along an axis.
//
// Printed form:
//
//	uniform tol2 : f64 = mul.f64 tol, 2.0
//	uniform w1   : f64 = index.f64 w, 1
//	uniform n    : i64 = length xs, 0
type Definition struct {
	Op Opcode    // OpInvalid for a length
	In []Operand // scalar uniforms and literals
	// Of and Axis are what a length is of.
	Of   string
	Axis int
}

// IsLength reports whether the definition is a length.
func (d *Definition) IsLength() bool { return d.Op == OpInvalid }

// Reads returns the uniforms that the definition reads.
func (d *Definition) Reads() []string {
	if d.IsLength() {
		return []string{d.Of}
	}
	return appendRefs(nil, d.In)
}

// Value computes the definition: element gives the bits of an element of a
// uniform that it reads, counted in row-major order, and length a dimension. scalar
// computes an operation: [Opcode.Scalar] does.
func (d *Definition) Value(element func(name string, i int) uint64, length func(name string, axis int) int,
	scalar func(op Opcode, x, y, z uint64) (uint64, optab.Code),
) uint64 {
	switch {
	case d.IsLength():
		return uint64(length(d.Of, d.Axis))
	case d.Op.Form() == optab.Index:
		at := 0
		for axis, o := range d.In[1:] {
			at = at*length(d.In[0].Name, axis) + int(o.Bits)
		}
		return element(d.In[0].Name, at)
	}
	var x [3]uint64
	for i, o := range d.In {
		if x[i] = o.Bits; !o.IsLiteral() {
			x[i] = element(o.Name, 0)
		}
	}
	result, _ := scalar(d.Op, x[0], x[1], x[2]) // it cannot fault: T13
	return result
}

// IsInput reports whether the uniform is given with each run.
func (u *Uniform) IsInput() bool { return u.Data == nil && u.Def == nil }

// KeepUniforms returns the uniforms that a program needs whose instructions read
// those in used: these, what they are computed of, and inputs, since the caller
// gives them.
func KeepUniforms(all []*Uniform, used map[string]bool) []*Uniform {
	needed := map[string]bool{}
	for _, u := range slices.Backward(all) {
		if u.Def != nil && (used[u.Name] || needed[u.Name]) {
			for _, name := range u.Def.Reads() {
				needed[name] = true
			}
		}
	}
	var keep []*Uniform
	for _, u := range all {
		if u.IsInput() || used[u.Name] || needed[u.Name] {
			keep = append(keep, u)
		}
	}
	return keep
}

// AnyAxes returns how many leading dimensions are not known until the run.
func (t TensorType) AnyAxes() int {
	n := 0
	for n < len(t.Shape) && t.Shape[n] == AnyLength {
		n++
	}
	return n
}

// MatchShape returns the shape that a uniform of type t has in a run in which
// it is given n elements and the event shape given, or a sentence that says why
// there is none. given may be nil if at most one dimension of t is AnyLength;
// otherwise its dimensions are t's wherever those are known.
func (t TensorType) MatchShape(n int, given []int) (shape []int, wrong string) {
	open := t.AnyAxes()
	shape = append(shape, t.Shape...)
	switch {
	case given == nil && open > 1:
		return nil, "its shape is not known; give rows, or a column with a shape"
	case given == nil && open == 1:
		row := Elements(t.Shape[1:])
		if n%row != 0 {
			return nil, counted.Of(n, "element") + " are no whole number of rows of " + itoa(row)
		}
		shape[0] = n / row
	case given != nil:
		if len(given) != len(t.Shape) {
			return nil, "the shape is " + showShape(given)
		}
		for i, d := range given {
			if shape[i] != AnyLength && shape[i] != d || d < 0 {
				return nil, "the shape is " + showShape(given)
			}
			shape[i] = d
		}
	}
	want := 1
	for _, d := range shape {
		if d > 0 && want > MaxUniform/d {
			return nil, "the shape is " + showShape(shape)
		}
		want *= d
	}
	if n != want {
		return nil, counted.Of(n, "element") + ", not " + itoa(want)
	}
	return shape, ""
}
