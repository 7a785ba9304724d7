package golang

import (
	"slices"
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
// options. What is read is read of all options and selected; what is written is
// written to all, what was there to those that are not meant. That costs as many
// accesses as there are options, and nothing where a pointer is of one region.
//
// A pointer that is nil in some lanes selects none, with -1, and is checked before
// it is read or written.

// option is a region of a choice, from a leaf on.
type option struct {
	reg  *region
	from int
}

// maxOptions bounds the options of a choice.
const maxOptions = 16

// newChoice makes a choice of options, and of nil if nilable.
func newChoice(options []option, nilable bool) *region {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.reg.name + "+" + itoa(o.from)
	}
	prefix := "C:"
	if nilable {
		prefix = "C?:"
	}
	return &region{name: prefix + strings.Join(names, "|"), kind: choiceRegion, options: options, nilable: nilable, what: describeOptions(options)}
}

// describeOptions names what a choice is of, for messages.
func describeOptions(options []option) string {
	var names []string
	for _, o := range options {
		if d := o.reg.describe(); !slices.Contains(names, d) {
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
func (a atom) choosable() bool {
	if a.kind != pointer && a.kind != slice {
		return false
	}
	switch a.reg.kind {
	case laneRegion, choiceRegion:
		return true
	case tableRegion:
		return a.reg.family == nil && !gotypes.IsError(a.elem)
	}
	return false
}

// choice makes a pointer or slice to a region one to a choice of one.
func (a atom) choice() atom {
	if a.reg.kind == choiceRegion {
		return a
	}
	a.reg = newChoice([]option{{a.reg, a.from}}, false)
	a.from, a.to = 0, a.to-a.from
	a.nums = append([]program.Operand{litI64(0)}, a.nums...)
	return a
}

// chosen makes two pointers or slices to different memory pointers to one
// choice. The selector of b is then the one it has in that choice only in the
// analysis, where it varies; see adapt.
func chosen(a, b atom) (atom, atom) {
	if a.kind != b.kind || !a.choosable() || !b.choosable() || a.to-a.from != b.to-b.from ||
		a.reg.name == b.reg.name && a.from == b.from {
		return a, b
	}
	x, y := a, b
	if x.reg.kind != choiceRegion && y.reg.kind != choiceRegion {
		x = x.choice()
	} else if x.reg.kind != choiceRegion {
		y, x = x.moved(y), y
		x, y = y, x
	}
	y = y.moved(x)
	x = x.moved(y)
	if len(x.reg.options) > maxOptions {
		return a, b
	}
	return x, y
}

// moved gives an atom the frame of the choice with, and its options with the
// atom's own appended.
func (a atom) moved(with atom) atom {
	if a.reg.name == with.reg.name && a.from == with.from {
		return a
	}
	c := a.choice()
	options := slices.Clone(with.reg.options)
	at := make([]int, len(c.reg.options))
	for k, o := range c.reg.options {
		o.from += c.from - with.from
		at[k] = indexOf(options, o)
		if at[k] < 0 {
			at[k] = len(options)
			options = append(options, o)
		}
	}
	c.nums = slices.Clone(c.nums)
	switch {
	case !c.nums[0].IsLiteral():
		c.nums[0] = varying()
	case c.nums[0] != noOption:
		c.nums[0] = litI64(int64(at[c.nums[0].Bits]))
	}
	c.reg, c.from, c.to = newChoice(options, c.reg.nilable || with.reg.nilable), with.from, with.to
	return c
}

func indexOf(options []option, o option) int {
	return slices.IndexFunc(options, func(p option) bool { return p.reg.name == o.reg.name && p.from == o.from })
}

// adapt gives an atom the choice of another that has its options among its own.
func (b *body) adapt(to, a atom) atom {
	if to.reg == nil || to.reg.kind != choiceRegion || a.reg == nil || a.reg.name == to.reg.name {
		return a
	}
	a = a.choice()
	sel := noOption
	for i, o := range a.reg.options {
		o.from += a.from - to.from
		k := litI64(int64(indexOf(to.reg.options, o)))
		if i == 0 && !a.reg.nilable {
			sel = k
			continue
		}
		sel = b.selectNumber(b.isNumber(a.nums[0], int64(i)), k, sel)
	}
	a.nums = slices.Clone(a.nums)
	a.nums[0], a.reg, a.from, a.to = sel, to.reg, to.from, to.to
	return a
}

// numbersShape is the shape of the first of some numbers of pointers that has one: of
// an array of pointers each has its own.
func (b *body) numbersShape(numbers ...program.Operand) []int {
	if !b.emitting() {
		return nil
	}
	for _, o := range numbers {
		if o.IsLiteral() || b.isUniform(o.Name) {
			continue
		}
		if shape := b.out.VarDefs.Def(o.Name).Type.Leaf().Shape; len(shape) > 0 {
			return shape
		}
	}
	return nil
}

// isNumber compares a number of a pointer, or of each in an array, with a constant.
func (b *body) isNumber(o program.Operand, k int64) program.Operand {
	shape := b.numbersShape(o)
	if len(shape) == 0 {
		return b.op("eq", program.I64, o, litI64(k))
	}
	lf := leaf{dtype: program.I64, shape: shape}
	return b.tensorOp(program.TensorType{Dtype: program.Bool, Shape: shape}, "eq", program.I64, o, b.shaped(litI64(k), lf))
}

// selectNumber selects a number of a pointer, or of each in an array.
func (b *body) selectNumber(cond, x, y program.Operand) program.Operand {
	shape := b.numbersShape(cond, x, y)
	if len(shape) == 0 {
		return b.op("select", program.I64, cond, x, y)
	}
	lf := leaf{dtype: program.I64, shape: shape}
	return b.tensorOp(lf.tensor(), "select", program.I64, cond, b.shaped(x, lf), b.shaped(y, lf))
}

// eachOption calls do with the place in each option, and whether it is meant.
// In the others the place is the first one, which is always there.
func (b *body) eachOption(p place, do func(q place, meant program.Operand)) {
	b.notNil(p.reg, p.index[0])
	for k, o := range p.reg.options {
		meant := truth(true)
		if len(p.reg.options) > 1 {
			meant = b.op("eq", program.I64, p.index[0], litI64(int64(k)))
		}
		if b.emitting() && o.reg.kind == laneRegion {
			b.ensure(o.reg)
		}
		q := place{reg: o.reg, from: o.from + p.from, to: o.from + p.to, elem: p.elem}
		for _, i := range p.index[1:] {
			if meant != truth(true) {
				i = b.op("select", program.I64, meant, i, litI64(0))
			}
			q.index = append(q.index, i)
		}
		do(q, meant)
	}
}

// readChoice reads a place of a choice.
func (b *body) readChoice(p place) value {
	var got value
	b.eachOption(p, func(q place, meant program.Operand) {
		v := b.read(q)
		if got == nil {
			got = v
			return
		}
		got = b.selected(meant, v, got)
	})
	return got
}

// writeChoice writes a place of a choice.
func (b *body) writeChoice(p place, v value) {
	b.eachOption(p, func(q place, meant program.Operand) {
		if meant == truth(true) {
			b.write(q, v)
			return
		}
		b.write(q, b.selected(meant, v, b.read(q)))
	})
}

// selected gives v where meant holds and w elsewhere.
func (b *body) selected(meant program.Operand, v, w value) value {
	joined, _ := w.Join(v)
	out := joined.(value).clone()
	v, w = b.coerce(out, v), b.coerce(out, w)
	for i := range out {
		x, y := v[i:i+1].flat(nil), w[i:i+1].flat(nil)
		for j, o := range out[i : i+1].flat(nil) {
			switch {
			case *x[j] == *y[j] && !isVarying(*x[j]):
				*o = *x[j]
			case out[i].kind == number && len(out[i].leaf.shape) > 0:
				lf := out[i].leaf
				*o = b.tensorOp(lf.tensor(), "select", lf.dtype, meant, b.shaped(*x[j], lf), b.shaped(*y[j], lf))
			case out[i].kind == number:
				*o = b.op("select", out[i].leaf.dtype, meant, *x[j], *y[j])
			default:
				*o = b.selectNumber(meant, *x[j], *y[j])
			}
		}
	}
	return out
}

// coerce gives v the structure of the joined value to: nil becomes a nil slice,
// what is of one region or table one of the choice or family.
func (b *body) coerce(to, v value) value {
	out := make(value, len(v))
	for i := range v {
		out[i] = v[i]
		switch {
		case v[i].kind == nothing && to[i].kind == slice:
			out[i] = nilSlice(to[i])
			if b.emitting() && to[i].reg.kind == laneRegion {
				b.ensure(to[i].reg)
			}
		case v[i].kind == nothing && to[i].kind == pointer && (to[i].reg.kind == tableRegion || to[i].reg.nilable):
			_, out[i] = to[i].orNil(v[i])
		}
		if to[i].reg != nil && to[i].reg.family != nil && v[i].reg != nil && v[i].reg.family == nil {
			_, out[i] = lifted(to[i], v[i])
		}
		out[i] = b.adapt(to[i], out[i])
		if len(v[i].parts) > 0 && len(v[i].parts) == len(to[i].parts) {
			out[i].parts = b.coerce(to[i].parts, v[i].parts)
		}
	}
	return out
}

// ensure gives the memory of an option its variables, and zeros where the
// function begins: the lanes that mean another one may not have made it.
func (b *body) ensure(r *region) {
	if b.ensured[r.name] || b.in.Get(r.name) != nil {
		return
	}
	b.ensured[r.name] = true
	m := b.remember(r, b.f.name+"."+r.name, nil)
	var to []string
	var from []program.Operand
	for k, lf := range r.layout.leaves {
		t, f := b.assignment(m, k, zeroAtom(lf))
		to, from = append(to, t...), append(from, f...)
	}
	if op := copyOp(to, from, b.at); op != nil {
		entry := b.emission.graph.Blocks[0]
		entry.Instrs = append([]program.Instr{op}, entry.Instrs...)
	}
}
