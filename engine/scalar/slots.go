package scalar

// shareSlots gives one place to slots that are not in use at the same time: frames of a
// recursion are shorter, and more of them fit.
func (a *allocation) shareSlots() {
	f := a.f
	n := f.slots
	out := make([]set, len(f.blocks))
	in := make([]set, len(f.blocks))
	for b := range f.blocks {
		in[b], out[b] = newSet(n), newSet(n)
	}
	live := newSet(n)
	for changed := true; changed; {
		changed = false
		for b := len(f.blocks) - 1; b >= 0; b-- {
			for _, to := range f.blocks[b].term.to {
				out[b].addAll(in[to])
			}
			copy(live, out[b])
			a.slotsThrough(f.blocks[b], live, nil)
			changed = in[b].addAll(live) || changed
		}
	}
	together := make([]set, n)
	for i := range together {
		together[i] = newSet(n)
	}
	meet := func(s val, with set) {
		together[s].addAll(with)
		for x := range val(n) {
			if with.has(x) {
				together[x].add(s)
			}
		}
	}
	for b, blk := range f.blocks {
		copy(live, out[b])
		a.slotsThrough(blk, live, func(writes []val, live set) {
			for _, s := range writes {
				live.add(s)
			}
			for _, s := range writes {
				meet(s, live)
			}
		})
	}
	for s := range val(n) { // what parameters come in
		if in[0].has(s) {
			meet(s, in[0])
		}
	}
	place, used := make([]int, n), 0
	for s := range val(n) {
		taken := newSet(n)
		for x := range s {
			if together[s].has(x) {
				taken.add(val(place[x]))
			}
		}
		for taken.has(val(place[s])) {
			place[s]++
		}
		used = max(used, place[s]+1)
	}
	f.slots = used
	for v := range a.loc {
		if a.loc[v].inSlot {
			a.loc[v].n = place[a.loc[v].n]
		}
	}
	for _, blk := range f.blocks {
		for i := range blk.code {
			if in := &blk.code[i]; in.kind == save || in.kind == restore {
				in.n = place[in.n]
			}
		}
	}
}

// slotsThrough turns the slots that are in use after a block into those before it. at, if
// not nil, sees what each instruction writes, and what is in use afterwards.
func (a *allocation) slotsThrough(blk *block, live set, at func(writes []val, live set)) {
	f := a.f
	slot := func(v val) (val, bool) {
		if f.vars[v].isArray() {
			return 0, false
		}
		l := a.of(v)
		return val(l.n), l.inSlot
	}
	read := func(v val) {
		if s, ok := slot(v); ok {
			live.add(s)
		}
	}
	blk.term.reads(read)
	if blk.term.kind == leave {
		for _, v := range f.results {
			read(v)
		}
	}
	for i := len(blk.code) - 1; i >= 0; i-- {
		in := &blk.code[i]
		var writes []val
		for _, v := range in.out {
			if s, ok := slot(v); ok {
				writes = append(writes, s)
			}
		}
		if in.kind == save {
			writes = append(writes, val(in.n))
		}
		if at != nil && len(writes) > 0 {
			at(writes, append(set(nil), live...))
		}
		for _, s := range writes {
			live.del(s)
		}
		in.reads(read)
		if in.kind == restore {
			live.add(val(in.n))
		}
	}
}
