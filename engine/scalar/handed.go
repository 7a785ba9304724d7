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
	arrays          []numbers // by groups
	params, results map[*fn][]numbers
}

// numbers are what is assumed of some numbers, and what they are found to be.
type numbers struct{ assumed, found span }

// few is what is assumed of numbers of a type.
func few(t optab.Type) numbers {
	switch t {
	case optab.U32:
		return numbers{assumed: fewBits[0]}
	case optab.I32:
		return numbers{assumed: fewBits[1]}
	}
	return anything(t)
}

// anything is that numbers of a type are any.
func anything(t optab.Type) numbers { return numbers{assumed: spanOf(t)} }

// forget forgets what they are found to be.
func (n *numbers) forget() { n.found = span{1, 0} }

func (n *numbers) see(s span) { n.found = n.found.union(s) }

// assumeMore assumes more of numbers if they are more, and reports whether they are.
func (n *numbers) assumeMore(t optab.Type) bool {
	need := n.found.union(n.assumed)
	if need == n.assumed {
		return false
	}
	n.assumed = spanOf(t)
	if k := slices.IndexFunc(fewBits, func(s span) bool { return s.join(need) == s }); k >= 0 {
		n.assumed = fewBits[k]
	}
	return true
}

// newHanded assumes something.
func (u *unit) newHanded() *handed {
	h := &handed{narrower: u.newNarrower(), params: map[*fn][]numbers{}, results: map[*fn][]numbers{}}
	h.arrays = make([]numbers, len(h.groups))
	assume := few
	if slices.ContainsFunc(u.fns, func(f *fn) bool { return !f.hasRanges() }) { // nobody looks at what it hands over
		assume = anything
	}
	for _, f := range u.fns {
		for v := range f.vars {
			g := h.group(f, val(v))
			if h.arrays[g] = few(f.vars[v].typ); h.wide.has(g) {
				h.arrays[g] = anything(f.vars[v].typ)
			}
		}
		for _, v := range f.params {
			h.params[f] = append(h.params[f], assume(f.vars[v].typ))
		}
		for _, v := range f.results {
			h.results[f] = append(h.results[f], assume(f.vars[v].typ))
		}
	}
	return h
}

// assumed is what the variables of a function are when it begins.
func (h *handed) assumed(f *fn) []span {
	all := make([]span, len(f.vars))
	for v := range f.vars {
		if all[v] = spanOf(f.vars[v].typ); f.vars[v].isArray() {
			all[v] = h.arrays[h.group(f, val(v))].assumed
		}
	}
	for k, v := range f.params {
		if !f.vars[v].isArray() {
			all[v] = h.params[f][k].assumed
		}
	}
	return all
}

// result is what a function's result is.
func (h *handed) result(f *fn, k int) span {
	if v := f.results[k]; f.vars[v].isArray() {
		return h.arrays[h.group(f, v)].assumed
	}
	return h.results[f][k].assumed
}

// forget forgets what was found.
func (h *handed) forget() {
	for g := range h.arrays {
		h.arrays[g].forget()
	}
	for _, f := range h.u.fns {
		for k := range h.params[f] {
			h.params[f][k].forget()
		}
		for k := range h.results[f] {
			h.results[f][k].forget()
		}
	}
}

func (h *handed) seeArray(f *fn, v val, s span)        { h.arrays[h.group(f, v)].see(s) }
func (h *handed) seeArgument(f *fn, param int, s span) { h.params[f][param].see(s) }
func (h *handed) seeResult(f *fn, result int, s span)  { h.results[f][result].see(s) }

// assumeMore assumes more where that was found, and reports whether there is such.
func (h *handed) assumeMore() (more bool) {
	for _, f := range h.u.fns {
		for v := range f.vars {
			if g := h.first[f] + val(v); h.groups[g] == g && f.vars[v].isArray() {
				more = h.arrays[g].assumeMore(f.vars[v].typ) || more
			}
		}
		for k, v := range f.params {
			if !f.vars[v].isArray() {
				more = h.params[f][k].assumeMore(f.vars[v].typ) || more
			}
		}
		for k, v := range f.results {
			if !f.vars[v].isArray() {
				more = h.results[f][k].assumeMore(f.vars[v].typ) || more
			}
		}
	}
	return more
}

// narrow gives arrays elements of fewer bytes where these are enough.
func (h *handed) narrow() {
	for _, f := range h.u.fns {
		for v := range f.vars {
			if g := h.group(f, val(v)); f.vars[v].isArray() {
				if size, signed := h.sizeOf(g, h.arrays[g].found); size != 0 {
					f.vars[v].narrow, f.vars[v].signed = size, signed
				}
			}
		}
	}
}
