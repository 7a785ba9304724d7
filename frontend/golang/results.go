package golang

import (
	"fmt"
	"go/types"

	"github.com/lockstep-simt/lockstep/program"
)

// A result of the compiled function is a column, from its first element on. A
// slice that does not begin where its memory does, or is not of one memory in
// all lanes, is copied before the function returns it.

// needsCopies returns how many elements the slices among the function's results
// have at most that need it, by leaf.
func (t *translator) needsCopies() map[int]int {
	if t.root == nil || t.root.Outputs() == nil {
		return nil
	}
	b := t.root.Body().(*body)
	need := map[int]int{}
	leaves := b.layouts.of(b.fn.Signature.Results()).leaves
	for k, a := range t.root.Outputs().Get(resultTag).(value) {
		if n, ok := b.extent(a); ok && !a.isColumn() && len(leaves[k].shape) == 0 {
			need[k] = n
		}
	}
	return need
}

// isColumn reports whether a slice begins where a lane's memory does.
func (a atom) isColumn() bool {
	return a.reg.kind == laneRegion && len(a.nums) == 3 && a.nums[0] == litI64(0)
}

// copyResults copies the slices that need it, at every return to the same
// memory.
func (b *body) copyResults(v value) value {
	out := make(value, len(v))
	of := b.layouts.of(b.fn.Signature.Results())
	for k, a := range v {
		out[k] = a
		if n, ok := b.copies[k]; ok && (a.kind == slice || a.kind == nothing) {
			elem := of.leaves[k].ref.Underlying().(*types.Slice).Elem()
			out[k] = b.copyResult(fmt.Sprintf("ret%d", k), a, elem, n)
		}
	}
	return out
}

// extent is how many elements a slice has at most.
func (b *body) extent(a atom) (int, bool) {
	if a.kind != slice {
		return 0, false
	}
	axis := len(a.nums) - 3
	switch a.reg.kind {
	case laneRegion, tableRegion:
		if a.reg.family != nil {
			return 0, false
		}
		return b.shapeOf(a.reg, a.from)[axis], true
	case choiceRegion:
		most := 0
		for _, o := range a.reg.options {
			most = max(most, b.shapeOf(o.reg, o.from+a.from)[axis-1])
		}
		return most, true
	}
	return 0, false
}

func (b *body) copyResult(name string, a atom, elem types.Type, n int) atom {
	t := types.NewArray(elem, int64(max(n, 1)))
	r := b.regions[name]
	if r == nil {
		r = &region{name: name, typ: t, layout: b.layouts.of(t)}
		b.regions[name] = r
	}
	b.make(r, nil, name)
	c := atom{kind: slice, reg: r, to: len(r.layout.leaves), elem: elem, nums: []program.Operand{litI64(0), litI64(0), litI64(int64(n))}}
	if a.kind == nothing {
		return c
	}
	length := a.nums[len(a.nums)-2]
	c.nums[1] = length
	b.each(length, func(i program.Operand) {
		v := b.read(b.elementAt(a, i))
		b.write(b.elementAt(c, i), v)
	})
	return c
}
