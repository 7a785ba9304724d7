package golang

import (
	"fmt"
	"go/types"

	"github.com/lockstep-simt/lockstep/program"
)

// A result of the compiled function is a column, from its first element on. A
// slice that does not begin where its memory does, or is not of one memory in
// all lanes, is copied before the function returns it.

// needsCopies reports whether the function returns such slices.
func (t *translator) needsCopies() bool {
	if t.root == nil || t.root.Outputs() == nil {
		return false
	}
	for _, a := range t.root.Outputs().Get(resultTag).(value) {
		if a.kind == slice && !a.isColumn() {
			return true
		}
	}
	return false
}

// isColumn reports whether a slice begins where a lane's memory does.
func (a atom) isColumn() bool {
	return a.reg.kind == laneRegion && len(a.nums) == 3 && a.nums[0] == litI64(0)
}

// copyResults copies the slices that need it.
func (b *body) copyResults(v value) value {
	out := make(value, len(v))
	for k, a := range v {
		out[k] = a
		if n, ok := b.extent(a); a.kind == slice && !a.isColumn() && ok {
			out[k] = b.copyResult(fmt.Sprintf("ret%d", k), a, n)
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

func (b *body) copyResult(name string, a atom, n int) atom {
	t := types.NewArray(a.elem, int64(max(n, 1)))
	r := b.regions[name]
	if r == nil {
		r = &region{name: name, typ: t, layout: b.layouts.of(t)}
		b.regions[name] = r
	}
	b.make(r, nil, name)
	length := a.nums[len(a.nums)-2]
	c := atom{kind: slice, reg: r, to: len(r.layout.leaves), elem: a.elem, nums: []program.Operand{litI64(0), length, litI64(int64(n))}}
	b.each(length, func(i program.Operand) {
		v := b.read(b.elementAt(a, i))
		b.write(b.elementAt(c, i), v)
	})
	return c
}
