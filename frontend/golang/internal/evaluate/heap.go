package evaluate

import (
	"go/types"
	"unsafe"
)

// heap is the evaluator's memory that can be reached through some values: each
// place once, in lists and not by recursion, since it may be linked millions deep.
type heap struct {
	spans    []span // all places
	dynamics []types.Type
	closures []*Closure
	maps     []*MapDatum

	// pages has a bit for the address of each place, in words of 8 bytes. Go's
	// memory stays where it is as long as it is referred to, and spans do.
	pages map[uintptr]*page
	types map[types.Type]bool
	seen  map[any]bool // closures and maps
	work  []Datum
}

// span is places in a row.
type span struct {
	first *Datum
	n     int
}

func (s span) places() Elements { return unsafe.Slice(s.first, s.n) }

// page is the bits of some addresses in a row.
type page [64]uint64

// reachable returns what can be reached through values.
func reachable(values ...Datum) *heap {
	h := &heap{pages: map[uintptr]*page{}, types: map[types.Type]bool{}, seen: map[any]bool{}}
	h.add(values...)
	return h
}

// add adds what can be reached through more values.
func (h *heap) add(values ...Datum) {
	h.work = append(h.work, values...)
	for len(h.work) > 0 {
		d := h.work[len(h.work)-1]
		h.work = h.work[:len(h.work)-1]
		switch ref := d.Ref.(type) {
		case *Datum:
			h.cover(span{ref, 1})
		case Elements:
			h.coverAll(ref)
		case Aggregate:
			h.coverAll(Elements(ref))
		case *MapDatum:
			if !h.seen[ref] {
				h.seen[ref] = true
				h.maps = append(h.maps, ref)
				h.coverAll(ref.keys)
				h.coverAll(ref.Values)
			}
		case *Closure:
			if !h.seen[ref] {
				h.seen[ref] = true
				h.closures = append(h.closures, ref)
				h.work = append(h.work, ref.Free...)
			}
		case *Dynamic:
			if !h.types[ref.Type] {
				h.types[ref.Type] = true
				h.dynamics = append(h.dynamics, ref.Type)
			}
			h.work = append(h.work, ref.Val)
		}
	}
}

// coverAll adds the array that a slice is of, as far as it can be reached.
func (h *heap) coverAll(s Elements) {
	if all := s[:cap(s)]; len(all) > 0 {
		h.cover(span{&all[0], len(all)})
	}
}

// cover adds the places of a span that are not there yet.
func (h *heap) cover(s span) {
	begun := -1 // of places that are new
	end := func(i int) {
		if begun >= 0 {
			h.spans = append(h.spans, span{&s.places()[begun], i - begun})
			begun = -1
		}
	}
	for i := range s.places() {
		at := &s.places()[i]
		if !h.mark(at) {
			end(i)
			continue
		}
		if begun < 0 {
			begun = i
		}
		if at.Ref != nil {
			h.work = append(h.work, *at)
		}
	}
	end(s.n)
}

// mark notes a place and reports whether it is new.
func (h *heap) mark(at *Datum) bool {
	word := uintptr(unsafe.Pointer(at)) / 8
	const bits = uintptr(len(page{}) * 64)
	p := h.pages[word/bits]
	if p == nil {
		p = new(page)
		h.pages[word/bits] = p
	}
	bit := word % bits
	isNew := p[bit/64]>>(bit%64)&1 == 0
	p[bit/64] |= 1 << (bit % 64)
	return isNew
}

// overlaps reports whether there is a place in both.
func (h *heap) overlaps(o *heap) bool {
	for at, p := range h.pages {
		if q := o.pages[at]; q != nil {
			for i := range p {
				if p[i]&q[i] != 0 {
					return true
				}
			}
		}
	}
	return false
}

// refers reports whether there is memory that can be reached through a value.
func refers(d Datum) bool {
	work := []Datum{d}
	for len(work) > 0 {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		switch ref := d.Ref.(type) {
		case *Datum, Elements, *MapDatum:
			return true
		case *Closure:
			work = append(work, ref.Free...)
		case *Dynamic:
			work = append(work, ref.Val)
		case Aggregate:
			work = append(work, ref...)
		}
	}
	return false
}
