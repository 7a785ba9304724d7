package golang

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// A result of the compiled function is a column, from its first element on. A
// slice that does not begin where its memory does, or is not of one memory in
// all lanes, is copied before the function returns it. One that is always nil has
// a column with room for an element that no lane has.
//
// A slice that is nil has the length -1 in a copy. Of one that is of memory which a lane brings, and has no
// elements, the main graph knows whether it is nil, since it is if that is: its length is fromInput(i), where the
// memory is that of input region i.

// needsCopies returns how many elements the slices among the function's results
// have at most that need it, by leaf.
func (t *translator) needsCopies() map[int]int {
	if t.root == nil || t.root.Outputs() == nil {
		return nil
	}
	b := t.root.Body().(*body)
	need := map[int]int{}
	leaves := b.layouts.Of(b.fn.Signature.Results()).Leaves
	for k, a := range t.root.Outputs().Get(resultTag).(known.Value) {
		if a.Kind == known.Nothing && len(leaves[k].Shape) == 0 && isSliceOfNumbers(leaves[k].Ref) {
			need[k] = 0
			continue
		}
		if b.sharedResult(a, leaves[k]) {
			need[k] = t.opts.MakeCap
			continue
		}
		if n, ok := b.extent(a); ok && !a.IsColumn() && len(leaves[k].Shape) == 0 {
			if most, bounded := known.Limit(a.Nums[len(a.Nums)-2]); bounded && most >= 0 {
				n = int(min(int64(n), most))
			}
			need[k] = n
		}
	}
	return need
}

// sharedResult reports whether a result is a slice of numbers or a string that is in memory which all lanes share, and
// there is room for a copy. Whether one that is the whole of a parameter is nil is told in no column, which a function
// that spreads another one does not ask for.
func (b *coder) sharedResult(a known.Atom, lf known.Leaf) bool {
	return b.opts.MakeCap > 0 && a.Kind == known.Slice && a.Region.Kind == known.UniformRegion && lf.Ref != nil &&
		len(lf.Shape) == 0 && (gotypes.IsString(lf.Ref) || isSliceOfNumbers(lf.Ref) &&
		!(a.Region.Brought && b.opts.spread != nil))
}

// isSliceOfNumbers reports whether a type is slices that columns can hold.
func isSliceOfNumbers(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && gotypes.IsNumbers(s.Elem())
}

// copyResults copies the slices that need it, at every return to the same
// memory.
func (b *heap) copyResults(v known.Value) known.Value {
	out := make(known.Value, len(v))
	of := b.layouts.Of(b.fn.Signature.Results())
	for k, a := range v {
		out[k] = a
		if n, ok := b.copies[k]; ok && (a.Kind == known.Slice || a.Kind == known.Nothing || a.IsText()) {
			if a.IsText() {
				a = b.textBytes(a)
			}
			elem := elementOf(of.Leaves[k].Ref)
			c := b.copyResult(fmt.Sprintf("ret%d", k), a, elem, n)
			if !gotypes.IsString(of.Leaves[k].Ref) {
				if b.sharedResult(a, of.Leaves[k]) {
					b.requireTold(a)
				}
				c.Nums[1] = b.nilLengthOf(k, a, c.Nums[1])
			}
			out[k] = c
		}
	}
	return out
}

// elementOf is the type of the elements of slices, and of the bytes of strings.
func elementOf(t types.Type) types.Type {
	if gotypes.IsString(t) {
		return types.Typ[types.Uint8]
	}
	return t.Underlying().(*types.Slice).Elem()
}

// extent is how many elements a slice has at most.
func (b *coder) extent(a known.Atom) (int, bool) {
	if a.Kind != known.Slice {
		return 0, false
	}
	axis := len(a.Nums) - 3
	switch a.Region.Kind {
	case known.LaneRegion, known.TableRegion:
		if a.Region.Family != nil {
			return 0, false
		}
		return a.Region.LongestIn(b.shapeOf(a.Region, a.From)[axis]), true
	case known.ChoiceRegion:
		most := 0
		for _, o := range a.Region.Options {
			most = max(most, o.Region.LongestIn(b.shapeOf(o.Region, o.From+a.From)[axis-1-o.Skip]))
		}
		return most, true
	}
	return 0, false
}

func (b *heap) copyResult(name string, a known.Atom, elem types.Type, n int) known.Atom {
	t := types.NewArray(elem, int64(max(n, 1)))
	r := b.regions[name]
	if r == nil {
		r = &known.Region{Name: name, Type: t, Layout: b.layouts.Of(t)}
		b.regions[name] = r
	}
	b.make(r, nil, name)
	c := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: elem,
		Nums: []program.Operand{known.Int64(0), known.Int64(0), known.Int64(int64(n))}}
	if a.Kind == known.Nothing {
		return c
	}
	length := a.Nums[len(a.Nums)-2]
	if a.Region.Kind == known.UniformRegion { // of any length
		length = b.op("checkcap", program.I64, length, known.Int64(int64(n)))
	}
	c.Nums[1] = length
	b.copyElements(c, a, length)
	return c
}

// nilLength is the length of a slice that is nil.
const nilLength = -1

// fromInput is the length of a slice of the memory of input region i that has no elements.
func fromInput(i int) int64 { return nilLength - 1 - int64(i) }

// nilLengthOf is the length of the slice of result leaf k, which tells whether it is nil.
func (b *coder) nilLengthOf(k int, a known.Atom, length program.Operand) program.Operand {
	if a.Kind == known.Nothing {
		b.mayBeNilAt[k] = true
		return known.Int64(nilLength)
	}
	off := a.Nums[len(a.Nums)-3]
	if !off.IsLiteral() || int64(off.Bits) < 0 {
		b.mayBeNilAt[k] = true
	}
	isEmpty := b.both(b.op("eq", program.I64, length, known.Int64(0)), b.op("eq", program.I64, off, known.Int64(0)))
	told := length
	for _, m := range b.memoriesOf(a) {
		if i := b.inputs.at(m.region); i >= 0 && m.region.Brought {
			b.fromInputs[k] = append(b.fromInputs[k], i)
			told = b.op("select", program.I64, b.both(isEmpty, m.is), known.Int64(fromInput(i)), told)
		}
	}
	return b.op("select", program.I64, b.op("lt", program.I64, off, known.Int64(0)), known.Int64(nilLength), told)
}

// resultLength is the length of a slice that the function returns, as result leaf k, for its column, and whether it
// may say that the slice is nil.
func (m *mainGraph) resultLength(k int, a known.Atom) (length program.Operand, mayBeNil bool) {
	length = a.Nums[1]
	if i := m.inputs.at(a.Region); i >= 0 {
		r := &m.inputs.regions[i]
		switch {
		case !a.Region.Brought:
			return length, false
		case length == r.length:
			return m.toldNil(r), true
		}
		return m.nilAs(r, length), true
	}
	from := slices.Compact(slices.Sorted(slices.Values(m.fromInputs[k])))
	for _, i := range from {
		isFrom := m.op("eq", program.Bool, length, known.Int64(fromInput(i)))
		length = m.op("select", program.I64, isFrom, m.nilAs(&m.inputs.regions[i], known.Int64(0)), length)
	}
	return length, m.mayBeNilAt[k] || len(from) > 0
}

// nilAs is a length, or nilLength in lanes that bring nil.
func (m *mainGraph) nilAs(r *inputRegion, length program.Operand) program.Operand {
	isNil := m.op("lt", program.Bool, m.toldNil(r), known.Int64(0))
	return m.op("select", program.I64, isNil, known.Int64(nilLength), length)
}

// toldNil has the length of an input tell whether the slice is nil, and returns it. The function is given how many
// elements there are.
func (m *mainGraph) toldNil(r *inputRegion) program.Operand {
	raw := r.length
	if m.translator.out.VarDefs.Def(raw.Name).Nil {
		return raw
	}
	m.translator.out.VarDefs.SetNil(raw.Name)
	many := m.names.Unique(raw.Name + ".some")
	m.declare(many, known.Leaf{Dtype: program.I64})
	m.before = append(m.before, &program.PrimOp{Op: program.OpcodeFor("max", program.I64),
		Out: []program.Output{{Name: many}}, In: []program.Operand{raw, known.Int64(0)}, Pos: m.call.Pos})
	for i, o := range m.call.In {
		if o == raw {
			m.call.In[i] = program.Ref(many)
		}
	}
	return raw
}
