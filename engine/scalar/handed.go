package scalar

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// What functions hand to each other is in a range as well. Of numbers of 32 bits, and of the elements of arrays of
// these, it is assumed at first that they have few bits. Where something else is found to be handed over, or written to
// such an array anywhere, more is assumed, and ranges are found again. What is found in the end follows from itself,
// and holds: each number comes from another, which was in the range, or from outside of the functions.

// fewBits are ranges of numbers of 8 and 16 bits.
var fewBits = []span{
	{0, math.MaxUint8}, {math.MinInt8, math.MaxInt8}, {0, math.MaxUint16}, {math.MinInt16, math.MaxInt16},
}

// handed is what is assumed of this, and what is found.
type handed struct {
	*narrower
	all             []*numbers       // each once
	arrays          map[val]*numbers // what is in those of a group, by what stands for it
	params, results map[*fn][]*numbers
}

// numbers are what is assumed of some numbers of a type, and what they are found to be.
type numbers struct {
	typ            optab.Type
	assumed, found span
}

// see notes that there are numbers in a range.
func (n *numbers) see(s span) { n.found = n.found.union(s) }

// assumeMore assumes more of numbers if they are more, and reports whether they are.
func (n *numbers) assumeMore() bool {
	need := n.found.union(n.assumed)
	if need == n.assumed {
		return false
	}
	n.assumed = spanOf(n.typ)
	if k := slices.IndexFunc(fewBits, func(s span) bool { return s.join(need) == s }); k >= 0 {
		n.assumed = fewBits[k]
	}
	return true
}

// newHanded assumes something.
func (u *unit) newHanded() *handed {
	h := &handed{
		narrower: u.newNarrower(), arrays: map[val]*numbers{}, params: map[*fn][]*numbers{},
		results: map[*fn][]*numbers{},
	}
	// Nobody looks at what a function hands over that is too large.
	looks := !slices.ContainsFunc(u.fns, func(f *fn) bool { return !f.hasRanges() })
	for _, f := range u.fns {
		for v := range f.vars {
			if g := h.group(f, val(v)); f.vars[v].isArray() && h.arrays[g] == nil {
				h.arrays[g] = h.assume(f.vars[v].typ, !h.wide.has(g))
			}
		}
		of := func(v val) *numbers {
			if f.vars[v].isArray() {
				return h.array(f, v)
			}
			return h.assume(f.vars[v].typ, looks)
		}
		for _, v := range f.params {
			h.params[f] = append(h.params[f], of(v))
		}
		for _, v := range f.results {
			h.results[f] = append(h.results[f], of(v))
		}
	}
	return h
}

// assume assumes of numbers of 32 bits that they have few, or nothing.
func (h *handed) assume(t optab.Type, few bool) *numbers {
	n := &numbers{typ: t, assumed: spanOf(t)}
	switch {
	case few && t == optab.U32:
		n.assumed = fewBits[0]
	case few && t == optab.I32:
		n.assumed = fewBits[1]
	}
	h.all = append(h.all, n)
	return n
}

// assumed is what the variables of a function are when it begins.
func (h *handed) assumed(f *fn) []span {
	all := make([]span, len(f.vars))
	for v := range f.vars {
		if all[v] = spanOf(f.vars[v].typ); f.vars[v].isArray() {
			all[v] = h.array(f, val(v)).assumed
		}
	}
	for k, v := range f.params {
		all[v] = h.params[f][k].assumed
	}
	return all
}

// array is what is in an array.
func (h *handed) array(f *fn, v val) *numbers { return h.arrays[h.group(f, v)] }

// forget forgets what was found.
func (h *handed) forget() {
	for _, n := range h.all {
		n.found = span{1, 0}
	}
}

// assumeMore assumes more where that was found, and reports whether there is such.
func (h *handed) assumeMore() (more bool) {
	for _, n := range h.all {
		more = n.assumeMore() || more
	}
	return more
}

// narrow gives arrays elements of fewer bytes where these are enough.
func (h *handed) narrow() {
	for _, f := range h.u.fns {
		for v := range f.vars {
			if f.vars[v].isArray() {
				if size, signed := h.sizeOf(h.group(f, val(v)), h.array(f, val(v)).found); size != 0 {
					f.vars[v].narrow, f.vars[v].signed = size, signed
				}
			}
		}
	}
}
