package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop has few rounds if a variable that has few values moves on in each, always the same way.

const (
	// mostRounds is how many rounds are few.
	mostRounds = 1 << 10
	// farOff is how far from zero the variable may be, and what is computed of it.
	farOff = 1 << 30
)

// mostRounds returns how many rounds a loop has at most, or 0 if that is not known.
func (r *rangeFinder) mostRounds(l *loop) (least int) {
	begin := r.begin[l.head]
	if l.odd || begin == nil {
		return 0
	}
	written, again := l.writes(r.f), r.comesBack(l)
	for v, s := range begin {
		if !written.has(val(v)) || !isNumber(&r.f.vars[v]) {
			continue
		}
		// Where it starts may be anywhere, and after that it is where the loop goes on.
		first := 0
		if b := again[v]; uint(b.hi-b.lo) < uint(s.hi-s.lo) { // all numbers are more than an int can say
			s, first = b, 1
		}
		if s.lo < -farOff || s.hi > farOff || s.hi-s.lo > farOff {
			continue
		}
		by := r.moves(l, val(v))
		if by = max(by, -by); by == 0 {
			continue
		}
		if n := (s.hi-s.lo)/by + 1 + first; n <= mostRounds && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// comesBack are the ranges of variables where a loop begins another round.
func (r *rangeFinder) comesBack(l *loop) (again []span) {
	for b, in := range l.has {
		if !in {
			continue
		}
		r.flow(b, func(to int, now []span) {
			switch {
			case to != l.head:
			case again == nil:
				again = slices.Clone(now)
			default:
				for v, s := range now {
					again[v] = again[v].join(s)
				}
			}
		})
	}
	if again == nil {
		return r.begin[l.head]
	}
	return again
}

func isNumber(v *info) bool { return !v.isArray() && v.typ.IsInt() && v.typ != optab.Bool }

// moves returns by how much, at least, a round of the loop changes a variable: up, or down if it
// is negative; 0 if that is not known.
func (r *rangeFinder) moves(l *loop, v val) int {
	ends := make([]map[val]span, len(r.f.blocks)) // how much more than v was they are
	var all span
	back := false
	for b, in := range l.has {
		if !in || r.begin[b] == nil {
			continue
		}
		now := map[val]span{v: {}}
		if b != l.head {
			if now = r.moved(b, ends); now == nil {
				continue
			}
		}
		r.move(b, now)
		ends[b] = now
		for _, to := range r.f.blocks[b].term.to {
			if to != l.head {
				continue
			}
			s, ok := now[v]
			if !ok {
				return 0
			}
			if back {
				s = s.join(all)
			}
			all, back = s, true
		}
	}
	switch {
	case all.lo > 0:
		return all.lo
	case all.hi < 0:
		return all.hi
	}
	return 0
}

// moved is what is known when a block begins, from what is known at the ends of those before it.
func (r *rangeFinder) moved(b int, ends []map[val]span) map[val]span {
	var now map[val]span
	for _, p := range r.f.blocks[b].preds {
		switch {
		case p >= b || ends[p] == nil:
		case now == nil:
			now = map[val]span{}
			for v, s := range ends[p] {
				now[v] = s
			}
		default:
			for v, s := range now {
				if t, ok := ends[p][v]; ok {
					now[v] = s.join(t)
				} else {
					delete(now, v)
				}
			}
		}
	}
	if r.f.blocks[b].head {
		for v := range now {
			if r.writes[b].has(v) {
				delete(now, v)
			}
		}
	}
	return now
}

// move goes through a block.
func (r *rangeFinder) move(b int, now map[val]span) {
	known := append([]span(nil), r.begin[b]...)
	for i := range r.f.blocks[b].code {
		in := &r.f.blocks[b].code[i]
		var list []span
		for i := range in.out {
			s, ok := r.change(in, i, now, known)
			if !ok {
				s = span{lo: 1}
			}
			list = append(list, s)
		}
		for i, v := range in.out {
			if delete(now, v); !list[i].empty() && list[i].lo > -farOff && list[i].hi < farOff {
				now[v] = list[i]
			}
		}
		r.step(in, known)
	}
}

// change is how much more than the loop's variable was a result is.
func (r *rangeFinder) change(in *ins, i int, now map[val]span, known []span) (s span, ok bool) {
	of := func(a arg) (s span, ok bool) {
		if a.kind == variable {
			s, ok = now[a.v]
		}
		return s, ok
	}
	switch {
	case in.kind == copies:
		return of(in.in[i])
	case in.kind == also || in.kind == prim && in.op.Info().Row.Name == "select":
		n := len(in.in)
		s, ok = of(in.in[n-2])
		t, too := of(in.in[n-1])
		return s.join(t), ok && too
	case in.kind != prim || in.test.IsValid() || len(in.in) != 2:
		return s, false
	}
	info := in.op.Info()
	if !info.Out.IsInt() {
		return s, false
	}
	x, y := in.in[0], in.in[1]
	if s, ok = of(x); !ok && info.Row.Name == "add" {
		x, y = y, x
		s, ok = of(x)
	}
	by := r.of(y, info.Out, known)
	if !ok || by.lo < -farOff || by.hi > farOff {
		return s, false
	}
	switch info.Row.Name {
	case "add":
		return span{s.lo + by.lo, s.hi + by.hi}, true
	case "sub":
		return span{s.lo - by.hi, s.hi - by.lo}, true
	}
	return s, false
}
