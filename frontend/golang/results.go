package golang

import (
	"fmt"
	"go/types"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// A result of the compiled function is a column, from its first element on. A
// slice that does not begin where its memory does, or is not of one memory in
// all lanes, is copied before the function returns it. One that is always nil has
// a column with room for an element that no lane has.

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
		if n, ok := b.extent(a); ok && !a.IsColumn() && len(leaves[k].Shape) == 0 {
			need[k] = n
		}
	}
	return need
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
			out[k] = b.copyResult(fmt.Sprintf("ret%d", k), a, elem, n)
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
		return b.shapeOf(a.Region, a.From)[axis], true
	case known.ChoiceRegion:
		most := 0
		for _, o := range a.Region.Options {
			most = max(most, b.shapeOf(o.Region, o.From+a.From)[axis-1])
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
	c.Nums[1] = length
	b.copyElements(c, a, length)
	return c
}
